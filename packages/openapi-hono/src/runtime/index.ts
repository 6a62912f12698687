/** The runtime that generated code stands on. */
export {
  type CheckedResponse,
  checkAgainst,
  type ResponseIssue,
} from './http/check-response.ts';
export { emitDocument, type OpenApiDocument, registerDocument } from './http/document.ts';
export { withFiles } from './http/form-files.ts';
export type { OperationHandler, OperationInput, Reply } from './http/handler-types.ts';
export { type MountOptions, mountOperations, type OperationMiddleware } from './http/mount-operations.ts';
export type {
  FieldDefinition,
  OperationDefinition,
  ParameterDefinition,
  TextDefinition,
} from './http/operation-definition.ts';
export { type RawBody, rawBody } from './http/raw-body.ts';
export type { BodyProblem } from './http/read-body.ts';
export { ResponseViolationError } from './http/response-violation-error.ts';
export type { SecurityHandler, SecurityHandlers, SecurityScheme } from './http/security.ts';
export type { ResponseValidation } from './http/validate-response.ts';
export { all } from './schema/all.ts';
export { conditional, not } from './schema/applicators.ts';
export { contains, findTwin, prefixItems, uniqueItems } from './schema/array-keywords.ts';
export { typeIn, whenType } from './schema/by-type.ts';
export { codePoints, integer, itemCount, multipleOf } from './schema/checks.ts';
export { compiled, type Decision } from './schema/compiled.ts';
export { completed, setMember } from './schema/complete.ts';
export {
  countOf,
  hasLength,
  isInteger,
  isNumber,
  isNumberOf,
  isTextOf,
  ownMember,
} from './schema/decisions.ts';
export { numberFormat, textFormat } from './schema/format-check.ts';
export { jsonEqual } from './schema/json-equal.ts';
export { isObject } from './schema/json-type.ts';
export { equalTo } from './schema/literals.ts';
export { isMultipleOf } from './schema/multiple-of.ts';
export {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  members,
  patternProperties,
  propertyCount,
  propertyNames,
  required,
} from './schema/object-keywords.ts';
export type { SchemaNode } from './schema/schema-node.ts';
export { unevaluatedItems, unevaluatedProperties } from './schema/unevaluated.ts';
export { anyOf, oneOf, type Tag } from './schema/union.ts';
export type { Exchange } from './webhooks/evaluate-expression.ts';
export { ExpressionError } from './webhooks/expression-error.ts';
export type { CallbackDefinition, MessageOf } from './webhooks/message.ts';
export { MessageError, type MessageIssue } from './webhooks/message-error.ts';
export { createReceiver, type ReceiverHandlers } from './webhooks/receiver.ts';
export { createRequestBuilder, createSender, type Delivery, type SendOptions } from './webhooks/sender.ts';
