export { ApiError } from './api-error.ts';
export { ClientError } from './client-error.ts';
export type { Clock } from './clock.ts';
export { ConfigurationError } from './configuration-error.ts';
export type {
  ErrorCode,
  FinishedTask,
  Task,
  VideoGenerationAccepted,
  VideoGenerationRequest,
} from './contract-types.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type CreateOptions,
  createClient,
  type WaitOptions,
} from './create-client.ts';
export { NetworkError } from './network-error.ts';
export { UnexpectedResponseError } from './unexpected-response-error.ts';
export { WaitTimeoutError } from './wait-timeout-error.ts';
