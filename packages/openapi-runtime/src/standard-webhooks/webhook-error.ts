import { ClientError, ConfigurationError } from '../client/errors.ts';

/** Error thrown for a webhook that cannot be trusted or read. */
export class WebhookError extends ClientError {
  override readonly name = 'WebhookError';
  readonly code = 'webhook_invalid';
}

type ErrorClass = new (message: string, details?: { cause?: unknown }) => Error;

/** The errors of verification. */
export interface WebhookErrors {
  /** The calling code is at fault. */
  Configuration: ErrorClass;
  /** The webhook cannot be trusted or read. */
  Webhook: ErrorClass;
}

/** The errors that this package exports. */
export const webhookErrors: WebhookErrors = { Configuration: ConfigurationError, Webhook: WebhookError };
