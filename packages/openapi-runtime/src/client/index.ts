/** Runtime of generated clients. It needs only `fetch` and Web Crypto from its host. */
export { parseDigits, writeDigits } from '../digits.ts';
export type { ApiErrorOf } from './api-error-of.ts';
export {
  type AttemptOptions,
  type AttemptSettings,
  type Logger,
  requireAmount,
  withAttempts,
} from './attempts.ts';
export { bind } from './bind.ts';
export { type Call, callOf, resultOf } from './call.ts';
export type {
  BaseOptions,
  CallArguments,
  CallOptions,
  Client,
  ClientSettings,
  Fetch,
  FetchOptions,
  Middleware,
} from './client.ts';
export { clientErrors } from './client-errors.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export { type Dates, dateReader } from './convert-dates.ts';
export { createClient } from './create-client.ts';
export { bigInteger, dateObject, instant, plainDate } from './date-formats.ts';
export { dated, datedEvent, datedItems, writeDates } from './dated.ts';
export { type Deadline, startDeadline } from './deadline.ts';
export type { Answer, ErrorFactory, FailedAnswer, Target } from './error-factory.ts';
export {
  ApiError,
  ClientError,
  ConfigurationError,
  type FailureDetails,
  isApiErrorOf,
  isClientError,
  NetworkError,
  UnexpectedResponseError,
} from './errors.ts';
export { extend } from './extend.ts';
export { followRedirects } from './follow-redirects.ts';
export { limitText } from './limit-text.ts';
export type { OperationDefinition, RequestParts } from './operation-definition.ts';
export type {
  DataOf,
  FailureOf,
  ItemsOf,
  OperationTypes,
  RequestOf,
  ResultOf,
  SuccessOf,
} from './operation-types.ts';
export {
  type Page,
  type PageParam,
  type PageSequence,
  type Pages,
  type Pagination,
  paginate,
} from './paginate.ts';
export {
  type CallError,
  type InfiniteQueryOptions,
  infiniteQueryOptions,
  type MutationOptions,
  mutationOptions,
  type QueryCallOptions,
  type QueryOptions,
  queryOptions,
} from './queries.ts';
export { readAny } from './read-any.ts';
export { readJson } from './read-json.ts';
export { readJsonByClass } from './read-json-by-class.ts';
export { readRedirect } from './read-redirect.ts';
export { eventStream, jsonLines, jsonSequence, multipartStream } from './read-stream.ts';
export { type SentRequest, sendChecked } from './request-fault.ts';
export { isRefused, isTransient, retryAfterSeconds, retryDelayMs } from './retry.ts';
export {
  authorizeBy,
  type BasicCredential,
  basic,
  bearer,
  type Credential,
  cookieKey,
  headerKey,
  httpScheme,
  mutualTls,
  queryKey,
  type SecurityDefinition,
} from './security.ts';
export { type ServerDefinition, serverUrl } from './servers.ts';
export { multipart, raw, rawOrJson, styled, urlEncoded } from './styles.ts';
export { type ResponseChecks, validated, validatedItems } from './validated.ts';
export {
  asUuid,
  onRelativeServer,
  onServer,
  writeBody,
  writeCookies,
  writeHeaders,
  writeJson,
  writeKey,
  writePath,
  writeQuery,
  writeStyledPath,
} from './write-request.ts';
