/** The receiving side of Standard Webhooks 1.0; `SubtleCrypto` and `Blob` are all that it needs of a runtime. */
export { type ReceivedHeaders, type ReceivedWebhook, readBody } from './received-webhook.ts';
export { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.ts';
export { type PayloadOf, unwrapWebhook, type WebhookShape } from './unwrap-webhook.ts';
export { type UnwrapOptions, verifyWebhook } from './verify-webhook.ts';
export { WebhookError, type WebhookErrors, webhookErrors } from './webhook-error.ts';
