// Kinds with the ids that a path parameter takes, if its own path neither lists nor creates any:
// `/features/{feature}/environments/{environment}` takes those of `/environments/{name}`.
import type { Conventions } from '../conventions/conventions.ts';
import { listTakenNames } from '../names/reference-names.ts';
import { listOuterPaths, writeTemplate } from '../paths/path-templates.ts';

/** A kind with the ids of a path parameter. */
export interface IdSource<TKind> {
  kind: TKind;
  /** The segments of its path with the ids that segments of the other path have as well. */
  shared: ReadonlyMap<number, number>;
}

/** Finds the sources of ids by the names of path parameters and of the segments before them. */
export class IdSources<TKind extends { itemPath: string }> {
  readonly #kinds: readonly TKind[];
  readonly #conventions: Conventions;
  readonly #names = new Map<string, ReadonlySet<string>>();

  constructor(kinds: readonly TKind[], conventions: Conventions) {
    this.#kinds = kinds;
    this.#conventions = conventions;
  }

  /** Lists the sources for the parameter at the end of a path: those that share most ids with the path first. */
  list(path: string): IdSource<TKind>[] {
    const names = this.listNames(path);
    const template = writeTemplate(path);
    return this.#kinds
      .filter(({ itemPath }) => writeTemplate(itemPath) !== template && this.#shares(names, itemPath))
      .map((kind) => ({ kind, shared: this.#findShared(kind.itemPath, path) }))
      .toSorted(
        (left, right) => right.shared.size - left.shared.size || countOthers(left) - countOthers(right),
      );
  }

  /** Lists the names of the ids at the end of a path. */
  listNames(path: string): ReadonlySet<string> {
    const names = this.#names.get(path) ?? listTakenNames(path, this.#conventions);
    this.#names.set(path, names);
    return names;
  }

  #shares(names: ReadonlySet<string>, path: string): boolean {
    return [...this.listNames(path)].some((name) => names.has(name));
  }

  #findShared(itemPath: string, path: string): Map<number, number> {
    const outerPaths = listOuterPaths(path);
    const shared = new Map<number, number>();
    for (const innerPath of listOuterPaths(itemPath)) {
      const outerPath = outerPaths.find((candidate) => this.#shares(this.listNames(innerPath), candidate));
      if (outerPath !== undefined) shared.set(countSegments(innerPath) - 1, countSegments(outerPath) - 1);
    }
    return shared;
  }
}

function countSegments(path: string): number {
  return path.split('/').length;
}

function countOthers<TKind extends { itemPath: string }>({ kind, shared }: IdSource<TKind>): number {
  return listOuterPaths(kind.itemPath).length - shared.size;
}
