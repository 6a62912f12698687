/** The runtime of generated clients. It needs only `fetch` and Web Crypto from its host. */

export type { ApiErrorOf } from './client/api-error-of.ts';
export { bind } from './client/bind.ts';
export { type Call, resultOf } from './client/call.ts';
export type { BaseOptions, CallOptions, Client, Middleware } from './client/client.ts';
export { clientErrors } from './client/client-errors.ts';
export { type Dates, dateReader } from './client/convert-dates.ts';
export { createClient } from './client/create-client.ts';
export { bigInteger, dateObject, instant, plainDate } from './client/date-formats.ts';
export { dated, datedEvent, datedItems, writeDates } from './client/dated.ts';
export {
  ApiError,
  ClientError,
  ConfigurationError,
  isApiErrorOf,
  isClientError,
  NetworkError,
  UnexpectedResponseError,
} from './client/errors.ts';
export { extend } from './client/extend.ts';
export type { OperationDefinition } from './client/operation-definition.ts';
export type { DataOf, ItemsOf, RequestOf, ResultOf } from './client/operation-types.ts';
export { type Page, type PageParam, type PageSequence, type Pages, paginate } from './client/paginate.ts';
export {
  type CallError,
  type InfiniteQueryOptions,
  infiniteQueryOptions,
  type MutationOptions,
  mutationOptions,
  type QueryCallOptions,
  type QueryOptions,
  queryOptions,
} from './client/queries.ts';
export { readAny } from './client/read-any.ts';
export { readJson } from './client/read-json.ts';
export { readJsonByClass } from './client/read-json-by-class.ts';
export { readRedirect } from './client/read-redirect.ts';
export { eventStream, jsonLines, jsonSequence, multipartStream } from './client/read-stream.ts';
export { isRefused, isTransient } from './client/retry.ts';
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
} from './client/security.ts';
export { type ServerDefinition, serverUrl } from './client/servers.ts';
export { multipart, raw, rawOrJson, styled, urlEncoded } from './client/styles.ts';
export { validated, validatedItems } from './client/validated.ts';
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
} from './client/write-request.ts';
export { followStream } from './client-work/follow-stream.ts';
export { locateByUrl } from './client-work/locate-by-url.ts';
export { locateByParameters } from './client-work/locate-work.ts';
export { awaitOutcome, type WorkOutcome } from './client-work/outcome-of.ts';
export { requestCancellation, requestResult, selectResult } from './client-work/results.ts';
export { readHeader, readParameter, readRequestBody } from './client-work/sources.ts';
export { readFailures } from './client-work/states.ts';
export { untilCallback } from './client-work/until-callback.ts';
export { createWaitingReader } from './client-work/waiting-reader.ts';
export {
  type CancellableWork,
  resumeWork,
  startWork,
  type WaitOptions,
  type Work,
} from './client-work/work.ts';
export type { WorkDefinition, WorkReading } from './client-work/work-definition.ts';
export { WorkFailedError, WorkTimeoutError } from './client-work/work-errors.ts';
export type { ReadingIn, ResultAt } from './client-work/work-types.ts';
export { resumeWorks, startWorks, type WorksDefinition } from './client-work/works.ts';
export { parseDigits, writeDigits } from './digits.ts';
export { linearPattern } from './patterns/linear-pattern.ts';
export {
  countOf,
  hasLength,
  hasOnly,
  isBoolean,
  isInt32,
  isInt64,
  isInteger,
  isNumber,
  isNumberOf,
  isString,
  isTextOf,
  maybeBoolean,
  maybeInt32,
  maybeInt64,
  maybeInteger,
  maybeNumber,
  maybeString,
  ownMember,
} from './schema/decisions.ts';
export { findTwin } from './schema/find-twin.ts';
export { jsonEqual } from './schema/json-equal.ts';
export { isObject } from './schema/json-type.ts';
export { recursive } from './schema/memoize-recursion.ts';
export { isMultipleOf } from './schema/multiple-of.ts';
export type { ReceivedWebhook } from './standard-webhooks/received-webhook.ts';
export { signWebhook } from './standard-webhooks/sign-webhook.ts';
export { type PayloadOf, unwrapWebhook, type WebhookShape } from './standard-webhooks/unwrap-webhook.ts';
export { type UnwrapOptions, verifyWebhook } from './standard-webhooks/verify-webhook.ts';
export { WebhookError, webhookErrors } from './standard-webhooks/webhook-error.ts';
export type { Check } from './validation/check.ts';
export { type StandardSchema, standardSchema } from './validation/standard-schema.ts';
export { readEnd } from './work/read-phase.ts';
