import { ClientError } from '../client/errors.ts';

/** Error thrown for a webhook that cannot be trusted or read. */
export class WebhookError extends ClientError {
  readonly code = 'webhook_invalid';
}
