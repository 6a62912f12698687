import type { WireRequest } from './wire.ts';

/** Thrown by every request after the server has stopped answering. */
export class ServerStoppedError extends Error {
  readonly code = 'server_stopped';
  override readonly name = 'ServerStoppedError';
  /** The requests that may have stopped it, in the order in which they were sent. */
  readonly suspects: readonly WireRequest[];
  /** The suspect after which a restarted server stopped again. */
  readonly culprit: WireRequest | undefined;

  constructor(
    reason: string,
    {
      suspects,
      culprit,
      cause,
    }: { suspects: readonly WireRequest[]; culprit?: WireRequest | undefined; cause: unknown },
  ) {
    super(`The server stopped answering: ${reason}.`, { cause });
    this.suspects = suspects;
    this.culprit = culprit;
  }
}
