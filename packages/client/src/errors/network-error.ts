import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when no whole response arrived: refused, broken off, or not in time. `cause` tells which. */
export class NetworkError extends KeyframeError {
  override readonly name = 'NetworkError';
  override readonly code = 'network_error';
}
