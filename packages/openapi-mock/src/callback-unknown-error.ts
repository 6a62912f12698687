import { OpenApiMockError } from './errors.ts';

/** Error thrown for a callback that the document does not have. */
export class CallbackUnknownError extends OpenApiMockError {
  readonly code = 'callback_unknown';

  constructor(name: string, known: readonly string[]) {
    super(`Callback ${name} not found (known: ${known.join(', ') || 'none'}).`);
  }
}
