import { ClientError } from './client-error.ts';

/** Is thrown for an answer that the contract does not know, such as the error page of a proxy. */
export class UnexpectedResponseError extends ClientError {
  override readonly name = 'UnexpectedResponseError';
  override readonly code = 'unexpected_response';
}
