import { OpenApiMockError } from './errors.ts';

/** Error thrown for a URL that is not an http or https URL. */
export class CallbackUrlInvalidError extends OpenApiMockError {
  readonly code = 'callback_url_invalid';

  constructor(url: string) {
    super(`The URL of a callback must be an http or https URL (got "${url}").`);
  }
}
