export type { Clock, Logger } from '@keyframe/openapi-runtime/internal';
export type { ApiPromise, WithResponse } from './api-promise.ts';
export type { CallOptions, ClientOptions, Middleware } from './client-options.ts';
export type {
  CompletedTask,
  CreditBalance,
  ErrorCode,
  FailedTask,
  FinishedTask,
  PricedModel,
  Task,
  VideoGenerationAccepted,
  VideoGenerationRequest,
} from './contract-types.ts';
export { type Client, createClient } from './create-client.ts';
export type { DownloadOptions, TaskWithResults } from './download-result.ts';
export {
  ApiError,
  ForbiddenError,
  InsufficientCreditsError,
  InternalError,
  InvalidApiKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
} from './errors/api-error.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
export { isKeyframeError, KeyframeError } from './errors/keyframe-error.ts';
export { NetworkError } from './errors/network-error.ts';
export { ResultUnavailableError } from './errors/result-unavailable-error.ts';
export { TaskFailedError } from './errors/task-failed-error.ts';
export { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
export { WaitTimeoutError } from './errors/wait-timeout-error.ts';
export type { CreateOptions, GenerateOptions } from './generate-video.ts';
export type { RateLimit } from './rate-limits.ts';
export type { WaitOptions } from './watch-task.ts';
