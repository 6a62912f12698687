import { KeyframeError } from './keyframe-error.ts';

/** Error thrown when no complete response arrived: refused, interrupted, or timed out. `cause` is the reason. */
export class NetworkError extends KeyframeError {
  override readonly name = 'NetworkError';
  override readonly code = 'network_error';
}
