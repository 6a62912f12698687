import type { WireRequest, WireResponse } from '../wire/wire.ts';

// Servers answer other methods of unknown paths with 405.
const MISSING = new Set([404, 405]);

/** Notices that the server has none of the paths of the document. */
export class PathWatch {
  readonly #paths: ReadonlySet<string>;
  #missing = 0;
  #found = 0;

  /** `paths` are those that need no resource: paths without parameters. */
  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  /** Notes a response. */
  note({ target }: Pick<WireRequest, 'target'>, { status }: Pick<WireResponse, 'status'>): void {
    if (!this.#paths.has(target.replace(/\?.*$/, ''))) return;
    if (MISSING.has(status)) this.#missing += 1;
    else this.#found += 1;
  }

  /** Whether the server has no path of the document, as far as its responses show. */
  get hasNone(): boolean {
    return this.#missing > 0 && this.#found === 0;
  }
}
