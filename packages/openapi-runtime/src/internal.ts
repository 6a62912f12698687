/** Parts of the runtime of clients for other packages of this repository. No package publishes this entry. */

export {
  type AttemptOptions,
  type AttemptSettings,
  type Logger,
  requireAmount,
  withAttempts,
} from './client/attempts.ts';
export { callOf } from './client/call.ts';
export type { CallArguments, Fetch } from './client/client.ts';
export { type Clock, SYSTEM_CLOCK } from './client/clock.ts';
export { type Deadline, startDeadline } from './client/deadline.ts';
export type { Answer, ErrorFactory, Target } from './client/error-factory.ts';
export { followRedirects } from './client/follow-redirects.ts';
export { limitText } from './client/limit-text.ts';
export type { RequestParts } from './client/operation-definition.ts';
export type { OperationTypes } from './client/operation-types.ts';
export type { Pagination } from './client/paginate.ts';
export { sendChecked } from './client/request-fault.ts';
export { retryAfterSeconds } from './client/retry.ts';
export { followWork } from './client-work/follow-work.ts';
export type { ParameterSources, WorkWait } from './client-work/work-definition.ts';
export type { ReceivedHeaders } from './standard-webhooks/received-webhook.ts';
export type { SignedWebhook, SignOptions } from './standard-webhooks/sign-webhook.ts';
export type { WebhookErrors } from './standard-webhooks/webhook-error.ts';
