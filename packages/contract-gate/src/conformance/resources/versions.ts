// Remembers the last ETag and representation of each resource, for requests that require its version.
import type { JsonObject } from '@keyframe/openapi-model';
import { isSafe } from '../destructive.ts';
import { type Exchange, isCarriedOut } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

const MOST_TAGS = 1_000;
const MOST_RESOURCES = 100;

/** The versions by path. */
export class Versions {
  readonly #tags = new Map<string, string>();
  readonly #resources = new Map<string, JsonObject>();

  /** Remembers the ETag and the resource of a response; forgets those that the request may have changed. */
  note({ operation, request, response }: Exchange, resource: JsonObject | undefined): void {
    const path = readPath(request.target);
    if (!isSafe(operation)) this.forget(path);
    const tag = findHeader(response, 'etag');
    const isCurrent = ['get', 'put', 'patch'].includes(operation.method);
    if (!isCurrent || !isCarriedOut({ response })) return;
    if (tag !== undefined) store(this.#tags, MOST_TAGS, [path, tag]);
    if (resource) store(this.#resources, MOST_RESOURCES, [path, resource]);
  }

  /** Returns the ETag of the resource at a target. */
  find(target: string): string | undefined {
    return this.#tags.get(readPath(target));
  }

  /** Returns the last representation of the resource at a target. */
  findResource(target: string): JsonObject | undefined {
    return this.#resources.get(readPath(target));
  }

  /** Forgets the versions of a path and of those that contain it. */
  forget(target: string): void {
    const path = readPath(target);
    for (const versions of [this.#tags, this.#resources]) {
      for (const versionPath of versions.keys()) {
        if (path === versionPath || path.startsWith(`${versionPath}/`)) versions.delete(versionPath);
      }
    }
  }
}

function store<TValue>(versions: Map<string, TValue>, most: number, [path, value]: [string, TValue]): void {
  if (versions.size >= most) versions.clear();
  versions.set(path, value);
}

function readPath(target: string): string {
  return target.split('?')[0] ?? target;
}
