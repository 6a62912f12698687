import { OpenApiMockError } from '../errors.ts';

/** Error thrown for an allowed origin or host that no request can have. */
export class CallerInvalidError extends OpenApiMockError {
  readonly code = 'caller_invalid';
}
