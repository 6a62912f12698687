// Notices that the server fails at every request since one of them broke it.
import { ServerStoppedError } from '../wire/server-stopped-error.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';

const MOST_CHANGES = 3;
const MOST_READS = 3;
// A single operation may fail as often.
const LEAST_FAILURES = 6;
const LEAST_OPERATIONS = 2;

export interface FailureWatchOptions {
  /** Names the operation of a request; undefined if it has none. */
  nameOperation: (request: WireRequest) => string | undefined;
  /** Reads for a server that has not responded to any yet. */
  reads: readonly WireRequest[];
  /** Sends a request without checks. */
  send: (request: WireRequest) => Promise<WireResponse>;
}

/** Repeats reads when the server fails at several operations in a row. */
export class FailureWatch {
  readonly #options: FailureWatchOptions;
  readonly #reads = new Map<string, WireRequest>();
  // Since the last request that did not fail, with the operation of each.
  readonly #failures = new Map<WireRequest, string | undefined>();
  #changes: WireRequest[] = [];
  #stopped: ServerStoppedError | undefined;

  constructor(options: FailureWatchOptions) {
    this.#options = options;
  }

  /** The requests that failed only because the server was broken before. */
  get consequences(): ReadonlySet<WireRequest> {
    return new Set(this.#stopped ? [...this.#failures.keys()].slice(1) : []);
  }

  /** Notes a response. Throws ServerStoppedError if the server fails at all of the reads. */
  async check(request: WireRequest, { status }: Pick<WireResponse, 'status'>): Promise<void> {
    if (this.#stopped) {
      this.#failures.set(request, undefined);
      throw this.#stopped;
    }
    if (status < 500) this.#noteResponse(request, status);
    else this.#failures.set(request, this.#options.nameOperation(request));
    const operations = new Set(this.#failures.values()).size;
    if (this.#failures.size < LEAST_FAILURES || operations < LEAST_OPERATIONS) return;
    if (!(await this.#isBroken())) return;
    const [first] = this.#failures.keys();
    const suspects = [...this.#changes, ...(first ? [first] : [])];
    this.#stopped ??= new ServerStoppedError(`${status} for every request`, { suspects, isFailing: true });
    throw this.#stopped;
  }

  #noteResponse(request: WireRequest, status: number): void {
    this.#failures.clear();
    const isRead = request.method === 'GET';
    if (!isRead) this.#changes = [...this.#changes, request].slice(-MOST_CHANGES);
    const operation = isRead && status < 300 ? this.#options.nameOperation(request) : undefined;
    if (operation !== undefined && this.#reads.size < MOST_READS) this.#reads.set(operation, request);
  }

  async #isBroken(): Promise<boolean> {
    const { reads, send } = this.#options;
    for (const read of this.#reads.size > 0 ? this.#reads.values() : reads.slice(0, MOST_READS)) {
      const { status } = await send(read);
      if (status >= 500) continue;
      this.#failures.clear();
      return false;
    }
    return true;
  }
}
