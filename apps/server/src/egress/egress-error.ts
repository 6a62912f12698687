/** Names why a request to a URL of a user came to nothing. */
export type EgressReason =
  /** The URL breaks the rule: scheme, credentials, or a host that is no public name. */
  | 'invalid_url'
  /** The address, given or resolved, is not a public one. */
  | 'blocked_address'
  | 'dns'
  | 'connect'
  /** This machine has no descriptor, port or memory left for a connection; the host is not at fault. */
  | 'exhausted'
  | 'tls'
  /** The peer broke off, or answered something other than HTTP. */
  | 'protocol'
  | 'timeout'
  /** It was ended for others that wait; its host is not at fault. */
  | 'preempted'
  /** The caller's signal ended it. */
  | 'aborted'
  /** The peer answered with another status than 2xx. */
  | 'status'
  | 'redirect'
  | 'too_large';

/** Reports a request that was refused or failed; `status` is set when the peer had already answered with one. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly reason: EgressReason;
  readonly status: number | undefined;

  constructor(reason: EgressReason, message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.status = options.status;
  }
}
