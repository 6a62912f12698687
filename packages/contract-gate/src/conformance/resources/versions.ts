// Remembers the last ETag of each resource, for requests that require If-Match.
import { isSafe } from '../destructive.ts';
import type { Exchange } from '../session/session.ts';
import { isCarriedOut } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

const MOST = 1_000;

/** The ETags by path. */
export class Versions {
  readonly #tags = new Map<string, string>();

  /** Remembers the ETag of a response; forgets those that the request may have changed. */
  note({ operation, request, response }: Exchange): void {
    const path = readPath(request.target);
    if (!isSafe(operation)) this.forget(path);
    const tag = findHeader(response, 'etag');
    const isCurrent = ['get', 'put', 'patch'].includes(operation.method);
    if (tag === undefined || !isCurrent || !isCarriedOut({ response })) return;
    if (this.#tags.size >= MOST) this.#tags.clear();
    this.#tags.set(path, tag);
  }

  /** Returns the ETag of the resource at a target. */
  find(target: string): string | undefined {
    return this.#tags.get(readPath(target));
  }

  /** Forgets the ETags of a path and of those that contain it. */
  forget(target: string): void {
    const path = readPath(target);
    for (const known of this.#tags.keys()) {
      if (path === known || path.startsWith(`${known}/`)) this.#tags.delete(known);
    }
  }
}

function readPath(target: string): string {
  return target.split('?')[0] ?? target;
}
