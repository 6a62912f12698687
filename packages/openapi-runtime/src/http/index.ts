/** Runtime of generated routes and handlers. */
export { OpenApiRuntimeError } from '../errors.ts';
export { type CheckedResponse, checkOperation } from './check-response.ts';
export { describeIssue, type IssueDetails, showValue, valueAt } from './describe-issue.ts';
export { emitDocument, type OpenApiDocument } from './document.ts';
export { type WithFiles, withFiles } from './form-files.ts';
export { guardJson, limitBody, type RefuseBody } from './guard-body.ts';
export type { OperationHandler, OperationHandlers, OperationInput, Reply } from './handler-types.ts';
export type { BodyIssue, StructureLimits } from './json-structure.ts';
export { isForm, isJson, isMultipart, isRange, matchMediaType } from './media-type.ts';
export {
  findMountedOperation,
  type MiddlewareByOperation,
  type MountedOperation,
  type MountOptions,
  type OperationMiddleware,
  registerOperations,
  type Unimplemented,
} from './mount-operations.ts';
export {
  type FieldDefinition,
  type Kind,
  type OperationDefinition,
  type OperationDefinitions,
  type ParameterDefinition,
  parametersOf,
  type TextDefinition,
  textsOf,
} from './operation-definition.ts';
export type { OperationRequest, Outcome, Scope } from './operation-request.ts';
export { pathMethods } from './path-methods.ts';
export { readTemplate } from './path-template.ts';
export { type RawBody, type RawBodySchema, rawBody } from './raw-body.ts';
export type { BodyProblem } from './read-body.ts';
export type { ReplyParts } from './reply.ts';
export { type ResponseIssue, ResponseViolationError } from './response-violation-error.ts';
export {
  type Answer,
  type Body,
  type Defaulted,
  type Json,
  type JsonAnswer,
  type JsonBody,
  type JsonContent,
  json,
  type Optional,
  route,
  type Texts,
} from './route.ts';
export type { SecurityHandler, SecurityHandlers, SecurityScheme } from './security.ts';
export {
  isPromise,
  type MaybePromise,
  type Stage,
  type Stages,
  type StagesByOperation,
  stageMiddleware,
} from './stage.ts';
export {
  eventStream,
  type Items,
  jsonLines,
  jsonSequence,
  multipartStream,
} from './stream-schema.ts';
export type { ResponseValidation } from './validate-response.ts';
