// Collections with the ids that a path parameter takes, if its own path neither lists nor creates any:
// `/features/{feature}/environments/{environment}` takes those of `/environments/{name}`.
import type { Conventions } from '@keyframe/openapi-resources';
import { normalizePath } from '../paths.ts';
import type { Collection } from './collections.ts';
import { listReferringNames, normalizeName } from './resource-ids.ts';

/** A collection with the ids of a path parameter. */
export interface IdSource {
  collection: Collection;
  /** The segments of its path with the ids that segments of the other path have as well. */
  shared: ReadonlyMap<number, number>;
}

/** Finds the sources of ids by the names of path parameters and of the segments before them. */
export class IdSources {
  readonly #collections: readonly Collection[];
  readonly #conventions: Conventions;

  constructor(collections: readonly Collection[], conventions: Conventions) {
    this.#collections = collections;
    this.#conventions = conventions;
  }

  /** Lists the sources for the parameter at the end of a path: those that share most ids with the path first. */
  list(path: string): IdSource[] {
    const names = this.listNames(path);
    return this.#collections
      .filter(
        ({ itemPath }) => normalizePath(itemPath) !== normalizePath(path) && this.#shares(names, itemPath),
      )
      .map((collection) => ({ collection, shared: this.#findShared(collection.itemPath, path) }))
      .toSorted(
        (left, right) => right.shared.size - left.shared.size || countOthers(left) - countOthers(right),
      );
  }

  /** Lists the names of the ids at the end of a path. */
  listNames(path: string): Set<string> {
    const parameter = path.slice(path.lastIndexOf('{') + 1, -1);
    // `{name}` may be the id of any resource.
    const own = this.#conventions.matches('resourceId', parameter)
      ? []
      : [parameter, parameter.replace(/(?<=[A-Za-z0-9])[-_]?(?:id|key|name|slug|uuid)$/i, '')];
    return new Set([...own, ...listReferringNames({ itemPath: path, parameter })].map(normalizeName));
  }

  #shares(names: ReadonlySet<string>, path: string): boolean {
    return [...this.listNames(path)].some((name) => names.has(name));
  }

  #findShared(itemPath: string, path: string): Map<number, number> {
    const outer = listOuterPaths(path);
    return new Map(
      listOuterPaths(itemPath).flatMap((one) => {
        const same = outer.find((other) => this.#shares(this.listNames(one), other));
        return same === undefined ? [] : [[countSegments(one) - 1, countSegments(same) - 1] as const];
      }),
    );
  }
}

/** Lists the beginnings of a path that end with a parameter, without the path itself. */
export function listOuterPaths(path: string): string[] {
  const tokens = path.split('/');
  return tokens.flatMap((token, index) =>
    index < tokens.length - 1 && /^\{[^{}]+\}$/.test(token) ? [tokens.slice(0, index + 1).join('/')] : [],
  );
}

function countSegments(path: string): number {
  return path.split('/').length;
}

function countOthers({ collection, shared }: IdSource): number {
  return listOuterPaths(collection.itemPath).length - shared.size;
}
