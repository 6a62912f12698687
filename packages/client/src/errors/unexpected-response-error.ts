import { KeyframeError } from './keyframe-error.ts';

/** Error thrown for a response that the contract does not know, such as the error page of a proxy. */
export class UnexpectedResponseError extends KeyframeError {
  override readonly name = 'UnexpectedResponseError';
  override readonly code = 'unexpected_response';
}
