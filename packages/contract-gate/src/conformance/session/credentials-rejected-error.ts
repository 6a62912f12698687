import type { WireRequest } from '../wire/wire.ts';

/** Thrown by every request with the credentials of the first owner after the server has stopped accepting them. */
export class CredentialsRejectedError extends Error {
  readonly code = 'credentials_rejected';
  override readonly name = 'CredentialsRejectedError';
  /** The last requests that may have caused it, in the order in which they were sent. */
  readonly suspects: readonly WireRequest[];

  constructor(suspects: readonly WireRequest[]) {
    super('The server no longer accepts the credentials.');
    this.suspects = suspects;
  }
}
