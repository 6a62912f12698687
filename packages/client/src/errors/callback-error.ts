import { KeyframeError } from './keyframe-error.ts';

/** Error thrown for a callback that cannot be trusted or read: answer it with a 4xx and do nothing. */
export class CallbackError extends KeyframeError {
  override readonly name = 'CallbackError';
  override readonly code = 'callback_invalid';
}
