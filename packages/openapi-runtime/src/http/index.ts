/** What generated routes and handlers stand on. */
export { OpenApiRuntimeError } from '../errors.ts';
export {
  type CheckedResponse,
  checkAgainst,
  type ResponseIssue,
} from './check-response.ts';
export { emitDocument, type OpenApiDocument, registerDocument } from './document.ts';
export { withFiles } from './form-files.ts';
export type { OperationHandler, OperationInput, Reply } from './handler-types.ts';
export { isForm, isJson, isMultipart, isRange } from './media-type.ts';
export { type MountOptions, mountOperations, type OperationMiddleware } from './mount-operations.ts';
export type {
  FieldDefinition,
  Kind,
  OperationDefinition,
  ParameterDefinition,
  TextDefinition,
} from './operation-definition.ts';
export { type RawBody, rawBody } from './raw-body.ts';
export type { BodyProblem } from './read-body.ts';
export type { ReplyParts } from './reply.ts';
export { ResponseViolationError } from './response-violation-error.ts';
export type { SecurityHandler, SecurityHandlers, SecurityScheme } from './security.ts';
export type { ResponseValidation } from './validate-response.ts';
