import { OpenApiMockError } from './errors.ts';

/** Error thrown for an address that no callback can be sent to. */
export class CallbackUrlInvalidError extends OpenApiMockError {
  readonly code = 'callback_url_invalid';

  constructor(url: string) {
    super(`The URL of a callback must be an http or https URL (got "${url}").`);
  }
}
