// Sets the path parameters of requests to ids of existing resources.

import { isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import {
  findId,
  listOuterPaths,
  simplifyReference,
  toSingular,
  writeTemplate,
} from '@keyframe/openapi-resources';
import { parameterValue } from '../requests/base-drafts.ts';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { describesMap, describesType } from '../schema/described-members.ts';
import { acceptsId } from './accepts-id.ts';
import type { Collection } from './collections.ts';
import { readableProperties } from './described-properties.ts';
import { LinkedIds } from './linked-ids.ts';
import type { IdOptions } from './request-binder.ts';
import { idIndex, parentSegments, pathValues, type Resource } from './resource.ts';
import type { WorkFollower } from './work-follower.ts';

/** Ids by the index of their segment. */
type Segments = ReadonlyMap<number, JsonValue>;

export interface PathBinderOptions extends IdOptions {
  work: WorkFollower;
  /** Returns a resource; a new one if it must be fresh. */
  provide: (collection: Collection, isFresh: boolean) => Promise<Resource | undefined>;
  /** Returns a resource with given ids of outer resources. */
  provideWithin: (collection: Collection, outer: Segments) => Promise<Resource | undefined>;
  /** Whether creating the resource of an operation requires resources of a collection, which require that one. */
  isCircular: (draft: Draft, collection: Collection) => boolean;
}

/** Finds the ids of paths: of resources of the same path, of parts of the outer resource, or of resources elsewhere. */
export class PathBinder {
  readonly #options: PathBinderOptions;
  readonly #byPath: ReadonlyMap<string, Collection>;
  /** Ids of paths that only URLs in responses show. */
  readonly links: LinkedIds;

  constructor(options: PathBinderOptions) {
    this.#options = options;
    this.#byPath = new Map(options.collections.map((one) => [writeTemplate(one.itemPath), one]));
    this.links = new LinkedIds(options.session.model.operations, (path) => this.#isListed(path));
  }

  /** Whether the id at the end of a path may be that of a resource. */
  knows(path: string): boolean {
    return this.links.has(path) || this.#isListed(path);
  }

  #isListed(path: string): boolean {
    const isKnown = (this.#findCollection(path) ?? this.#describePart(path)) !== undefined;
    return isKnown || this.#options.sources.list(path).length > 0;
  }

  /** Finds the collection of the last missing parameter. */
  findBoundCollection(draft: Draft): Collection | undefined {
    return this.#findCollection(cutPath(draft, Math.max(...findMissingSegments(draft).keys())));
  }

  /** Sets missing path parameters; undefined if there is no resource. */
  async bind(draft: Draft, isFresh: boolean): Promise<Draft | undefined> {
    const missing = findMissingSegments(draft);
    if (missing.size === 0) return draft;
    const path = cutPath(draft, Math.max(...missing.keys()));
    const segments = await this.#findSegments(draft, path, isFresh);
    return (
      segments &&
      withParameters(
        draft,
        [...missing].map(([index, name]) => [`path:${name}`, segments.get(index)] as const),
      )
    );
  }

  async #findSegments(draft: Draft, path: string, isFresh: boolean): Promise<Segments | undefined> {
    const collection = this.#findCollection(path);
    const resource = collection && (await this.#options.provide(collection, isFresh));
    // An id that no operation takes alone may be any text, as may one that only a POST has.
    if (collection && (resource || !isAnyId(collection))) {
      // The result of work, and other parts, exist only after its end.
      if (resource && writeTemplate(draft.operation.resourcePath) !== writeTemplate(collection.itemPath))
        await this.#options.work.waitForEnd(resource);
      return resource?.segments;
    }
    const given = new Map(parentSegments({ operation: draft.operation, draft }));
    const outerPath = listOuterPaths(path).at(-1);
    const missing = [...findMissingSegments(draft).keys()];
    const isGiven = outerPath === undefined || missing.every((index) => index >= outerPath.split('/').length);
    const outer = isGiven ? given : await this.#findSegments(draft, outerPath, isFresh);
    const at = path.split('/').length - 1;
    if (!outer || given.has(at)) return outer && new Map([...outer, ...given]);
    const id = await this.#findId(draft, path, new Map([...outer, ...given]));
    return id === undefined ? undefined : new Map([...outer, ...given, [at, id]]);
  }

  async #findId(draft: Draft, path: string, outer: Segments): Promise<JsonValue | undefined> {
    const name = path.slice(path.lastIndexOf('{') + 1, -1);
    const parameter = draft.operation.parameters.find((one) => one.location === 'path' && one.name === name);
    if (!parameter) return undefined;
    const { model, options, requests } = this.#options.session;
    const part = await this.#findPart(path, outer);
    if (part !== undefined && acceptsId(parameter, part, requests)) return part;
    for (const { kind: collection, shared } of this.#options.sources.list(path)) {
      if (this.#options.isCircular(draft, collection)) continue;
      const within = [...shared].flatMap(([own, other]) => {
        const value = outer.get(other);
        return value === undefined ? [] : [[own, value] as const];
      });
      const resource = await this.#options.provideWithin(collection, new Map(within));
      const id = resource?.segments.get(idIndex(collection));
      if (id !== undefined && acceptsId(parameter, id, requests)) return id;
    }
    const linked = this.links.find(path, outer);
    if (linked !== undefined && acceptsId(parameter, linked, requests)) return linked;
    return parameterValue(parameter, { document: model.document, requests, seed: options.seed });
  }

  // The representation of a feature may contain its `environments`.
  async #findPart(path: string, outer: Segments): Promise<JsonValue | undefined> {
    const { session, listDrafts } = this.#options;
    const part = this.#describePart(path);
    const template = part && listDrafts(part.read)[0];
    if (!template) return undefined;
    const exchange = await session.send(withParameters(template, pathValues(part.read, outer)));
    const items = exchange && session.findResource(exchange)?.[part.name];
    if (isJsonObject(items)) return Object.keys(items)[0];
    const [first] = Array.isArray(items) ? items : [];
    return isJsonObject(first)
      ? findId(first, { itemPath: path, idProperty: undefined, conventions: session.conventions })
      : first;
  }

  #describePart(path: string): { read: Operation; name: string } | undefined {
    const outerPath = listOuterPaths(path).at(-1);
    const read = outerPath === undefined ? undefined : this.#findCollection(outerPath)?.read;
    const names = this.#options.sources.listNames(path);
    const described = [...readableProperties(this.#options.session, read)];
    const [name] =
      described.find(
        ([own, schema]) =>
          names.has(simplifyReference(toSingular(own))) &&
          (describesType(schema, 'array') || describesMap(schema)),
      ) ?? [];
    return read && name !== undefined ? { read, name } : undefined;
  }

  #findCollection(path: string): Collection | undefined {
    return this.#byPath.get(writeTemplate(path));
  }
}

function isAnyId({ isUnread, read, patch, put, remove }: Collection): boolean {
  return isUnread || [read, patch, put, remove].every((operation) => operation === undefined);
}

function cutPath({ operation }: Draft, last: number): string {
  return operation.resourcePath
    .split('/')
    .slice(0, last + 1)
    .join('/');
}

// Segment indexes and names of the path parameters without a value.
function findMissingSegments({ operation, parameters }: Draft): Map<number, string> {
  const tokens = operation.resourcePath.split('/');
  const open = operation.parameters.filter(
    (parameter) => parameter.location === 'path' && !parameters.has(parameterKey(parameter)),
  );
  return new Map(open.map(({ name }) => [tokens.indexOf(`{${name}}`), name]));
}
