import type { WireRequest } from './wire.ts';

/** Thrown by every request after the server has stopped answering, or fails at all of them. */
export class ServerStoppedError extends Error {
  readonly code = 'server_stopped';
  override readonly name = 'ServerStoppedError';
  /** The requests that may have stopped it, in the order in which they were sent. */
  readonly suspects: readonly WireRequest[];
  /** The suspect after which a restarted server stopped again. */
  readonly culprit: WireRequest | undefined;
  /** Whether it still responds, but fails at every request. */
  readonly isFailing: boolean;

  constructor(
    reason: string,
    {
      suspects,
      culprit,
      isFailing = false,
      cause,
    }: {
      suspects: readonly WireRequest[];
      culprit?: WireRequest | undefined;
      isFailing?: boolean;
      cause?: unknown;
    },
  ) {
    super(`The server ${isFailing ? 'fails' : 'stopped answering'}: ${reason}.`, { cause });
    this.suspects = suspects;
    this.culprit = culprit;
    this.isFailing = isFailing;
  }
}
