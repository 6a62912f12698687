/** What generated clients stand on: `fetch` and Web Crypto are all that it needs of a runtime. */
export type { ApiErrorOf } from './api-error-of.ts';
export type { AttemptOptions, Logger } from './attempts.ts';
export { bind } from './bind.ts';
export type { Call } from './call.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export {
  type ApiDefinition,
  type BaseOptions,
  type CallOptions,
  type Client,
  type ClientSettings,
  createClient,
  type Middleware,
} from './create-client.ts';
export { type Deadline, startDeadline, untilAborted } from './deadline.ts';
export {
  ApiError,
  ClientError,
  ConfigurationError,
  isApiErrorOf,
  isClientError,
  NetworkError,
  UnexpectedResponseError,
} from './errors.ts';
export type { OperationDefinition } from './operation-definition.ts';
export type {
  DataOf,
  FailureOf,
  ItemsOf,
  OperationTypes,
  RequestOf,
  ResultOf,
  SuccessOf,
} from './operation-types.ts';
export { type Pages, type Pagination, paginate } from './paginate.ts';
export { isTransient, retryAfterSeconds } from './retry.ts';
export {
  type BasicCredential,
  basic,
  bearer,
  type Credential,
  cookieKey,
  headerKey,
  httpScheme,
  mutualTls,
  queryKey,
} from './security.ts';
export { send } from './send.ts';
export { multipart, raw, styled, urlEncoded } from './styles.ts';
