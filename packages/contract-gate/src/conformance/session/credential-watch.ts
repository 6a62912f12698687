// Notices that the server no longer accepts the credentials of the first owner, since a request locked or replaced them.
import type { WireRequest, WireResponse } from '../wire/wire.ts';
import { CredentialsRejectedError } from './credentials-rejected-error.ts';
import type { LiveCredentials } from './live-credentials.ts';

const MOST_CHANGES = 3;

export interface CredentialWatchOptions {
  credentials: Pick<LiveCredentials, 'isOwn' | 'renew'>;
  /** Whether a request belongs to an operation that requires credentials. */
  isSecured: (request: WireRequest) => boolean;
  /** Sends a request without checks. */
  send: (request: WireRequest) => Promise<WireResponse>;
}

/** Repeats a read that succeeded when the server rejects the credentials. */
export class CredentialWatch {
  readonly #options: CredentialWatchOptions;
  readonly #changes: WireRequest[] = [];
  #read: WireRequest | undefined;
  #rejected: CredentialsRejectedError | undefined;

  constructor(options: CredentialWatchOptions) {
    this.#options = options;
  }

  /** Notes a response. Throws CredentialsRejectedError if the server rejects a read that it accepted before. */
  async check(request: WireRequest, { status }: Pick<WireResponse, 'status'>): Promise<void> {
    if (this.#rejected) throw this.#rejected;
    const { credentials } = this.#options;
    if (!credentials.isOwn(credentials.renew(request))) return;
    const isSuccess = status >= 200 && status < 300;
    if (isSuccess) this.#noteSuccess(request);
    if (status !== 401 || !this.#read) return;
    const again = await this.#options.send(this.#read);
    if (again.status !== 401) return;
    this.#rejected ??= new CredentialsRejectedError([...this.#changes]);
    throw this.#rejected;
  }

  #noteSuccess(request: WireRequest): void {
    if (request.method !== 'GET') this.#changes.push(request);
    else if (this.#options.isSecured(request)) this.#read ??= request;
    if (this.#changes.length > MOST_CHANGES) this.#changes.shift();
  }
}
