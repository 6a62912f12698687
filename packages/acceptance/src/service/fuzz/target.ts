import type { HostileRequest } from './frame.ts';
import type { KnownResources } from './hostile-requests.ts';
import type { WireResponse } from './http-responses.ts';

/** The target of the requests, and the requirements for its responses; disposing of it stops it. */
export interface Target extends AsyncDisposable {
  readonly port: number;
  /** Keys and tasks that it knows. */
  readonly known: KnownResources;
  /** Lists what is wrong with an answer. */
  check(request: Pick<HostileRequest, 'scope' | 'method'>, answer: WireResponse): string[];
  /** Lists what is wrong with the answers that any client gets afterwards. */
  checkLiveness(): Promise<string[]>;
  /** Returns the resident memory of its process in MiB; undefined where that is unknown. */
  memory(): Promise<number | undefined>;
  /** Lists the errors that it logged, and its end if it has ended. */
  loggedErrors(): string[];
}
