import { ClientError } from './client-error.ts';

/** Is thrown when no whole answer arrived: refused, broken off, or not in time. `cause` tells which. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
  override readonly code = 'network_error';
}
