/** The runtime of generated servers: schemas, routes, handlers, webhooks and callbacks. It needs zod and Hono. */
export { OpenApiRuntimeError } from './errors.ts';
export { type CheckedResponse, checkOperation } from './http/check-response.ts';
export { describeIssue, type IssueDetails, showValue, valueAt } from './http/describe-issue.ts';
export { emitDocument, type OpenApiDocument } from './http/document.ts';
export { type WithFiles, withFiles } from './http/form-files.ts';
export { guardJson, limitBody, type RefuseBody } from './http/guard-body.ts';
export type { OperationHandler, OperationHandlers, OperationInput, Reply } from './http/handler-types.ts';
export {
  findMountedOperation,
  type MountedOperation,
  type MountOptions,
  registerOperations,
  type Unimplemented,
} from './http/mount-operations.ts';
export {
  type OperationDefinition,
  type OperationDefinitions,
  type ParameterDefinition,
  parametersOf,
  textsOf,
} from './http/operation-definition.ts';
export type { OperationRequest, Outcome } from './http/operation-request.ts';
export { pathMethods } from './http/path-methods.ts';
export { type RawBody, type RawBodySchema, rawBody } from './http/raw-body.ts';
export type { ReplyParts } from './http/reply.ts';
export { type ResponseIssue, ResponseViolationError } from './http/response-violation-error.ts';
export {
  type Answer,
  type Body,
  type Defaulted,
  type Json,
  type JsonAnswer,
  type JsonBody,
  json,
  type Optional,
  route,
  type Texts,
} from './http/route.ts';
export type { SecurityHandler, SecurityHandlers, SecurityScheme } from './http/security.ts';
export { isPromise, type MaybePromise, type Stage, type Stages, stageMiddleware } from './http/stage.ts';
export { eventStream, type Items, jsonLines, jsonSequence, multipartStream } from './http/stream-schema.ts';
export type { ResponseValidation } from './http/validate-response.ts';
export { linearPattern } from './patterns/linear-pattern.ts';
export { all } from './schema/all.ts';
export { conditional, not } from './schema/applicators.ts';
export { contains, tuple, uniqueItems } from './schema/array-keywords.ts';
export { z } from './schema/builder.ts';
export { typeIn, whenType } from './schema/by-type.ts';
export { multipleOf } from './schema/checks.ts';
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
export { int32, int64, numberFormat } from './schema/format-check.ts';
export { ignored } from './schema/ignored.ts';
export { jsonEqual } from './schema/json-equal.ts';
export { isObject } from './schema/json-type.ts';
export { type Input, lazy, lazyWithDefaults, type ObjectOf, objectOf, type Schema } from './schema/lazy.ts';
export { equalTo } from './schema/literals.ts';
export { recursive } from './schema/memoize-recursion.ts';
export { isMultipleOf } from './schema/multiple-of.ts';
export {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  members,
  patternProperties,
  propertyCount,
  propertyNames,
  record,
  required,
} from './schema/object-keywords.ts';
export { unevaluatedItems, unevaluatedProperties } from './schema/unevaluated.ts';
export { anyOf, oneOf } from './schema/union.ts';
export { ExpressionError } from './webhooks/expression-error.ts';
export type { CallbackDefinition, MessageOf } from './webhooks/message.ts';
export { MessageError, type MessageIssue } from './webhooks/message-error.ts';
export { createReceiver, type Receiver, type ReceiverHandlers } from './webhooks/receiver.ts';
export {
  createRequestBuilder,
  createSender,
  type Delivery,
  type RequestBuilder,
  type Sender,
} from './webhooks/sender.ts';
