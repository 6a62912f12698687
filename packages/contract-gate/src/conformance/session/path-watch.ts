import type { WireRequest, WireResponse } from '../wire/wire.ts';

// Servers answer other methods of unknown paths with 405.
const MISSING = new Set([404, 405]);

/** Notices that the server has none of the paths of the document. */
export class PathWatch {
  readonly #requests: ReadonlySet<string>;
  #missing = 0;
  #found = 0;

  /** `requests` are those that need no resource, such as `GET /things`: paths without parameters. */
  constructor(requests: Iterable<string>) {
    this.#requests = new Set(requests);
  }

  /** Notes a response; that to a method without an operation shows nothing. */
  note(
    { method, target }: Pick<WireRequest, 'method' | 'target'>,
    { status }: Pick<WireResponse, 'status'>,
  ): void {
    if (!this.#requests.has(`${method.toUpperCase()} ${target.replace(/\?.*$/, '')}`)) return;
    if (MISSING.has(status)) this.#missing += 1;
    else this.#found += 1;
  }

  /** Whether the server has no path of the document, as far as its responses show. */
  get hasNone(): boolean {
    return this.#missing > 0 && this.#found === 0;
  }
}
