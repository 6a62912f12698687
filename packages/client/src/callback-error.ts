import { ClientError } from './client-error.ts';

/** Is thrown for a callback that can't be trusted or read: answer it with a 4xx and do nothing. */
export class CallbackError extends ClientError {
  override readonly name = 'CallbackError';
  override readonly code = 'callback_invalid';
}
