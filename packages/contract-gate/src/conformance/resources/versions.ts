// Remembers the last ETag and representation of each resource, for requests that require its version.
import type { JsonValue } from '@keyframe/openapi-model';
import { isSafe } from '../destructive.ts';
import { bodyValue, type Exchange, isCarriedOut } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

const MOST_TAGS = 1_000;
const MOST_BODIES = 100;

/** The versions by path. */
export class Versions {
  readonly #tags = new Map<string, string>();
  readonly #bodies = new Map<string, JsonValue>();

  /** Remembers the ETag of a response; forgets those that the request may have changed. */
  note(exchange: Exchange): void {
    const { operation, request, response } = exchange;
    const path = readPath(request.target);
    if (!isSafe(operation)) this.forget(path);
    const tag = findHeader(response, 'etag');
    const body = bodyValue(exchange);
    const isCurrent = ['get', 'put', 'patch'].includes(operation.method);
    if (!isCurrent || !isCarriedOut({ response })) return;
    if (tag !== undefined) store(this.#tags, MOST_TAGS, [path, tag]);
    if (body !== undefined) store(this.#bodies, MOST_BODIES, [path, body]);
  }

  /** Returns the ETag of the resource at a target. */
  find(target: string): string | undefined {
    return this.#tags.get(readPath(target));
  }

  /** Returns the last representation of the resource at a target. */
  findBody(target: string): JsonValue | undefined {
    return this.#bodies.get(readPath(target));
  }

  /** Forgets the versions of a path and of those that contain it. */
  forget(target: string): void {
    const path = readPath(target);
    for (const versions of [this.#tags, this.#bodies]) {
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
