export { listCallProblems } from './call-problems.ts';
export { DocumentInvalidError } from './document-invalid-error.ts';
export { OpenApiModelError } from './errors.ts';
export { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf } from './json.ts';
export {
  type DocumentInspection,
  inspectDocument,
  type LoadOptions,
  loadDocument,
  loadValue,
} from './load-document.ts';
export {
  copySchema,
  editSchemas,
  type LocatedObject,
  resolveSchema,
  walkSchemas,
} from './model/edit-schemas.ts';
export { type Example, listExamples } from './model/examples.ts';
export {
  type Callback,
  type Encoding,
  type Header,
  type Link,
  METHODS,
  type MediaType,
  type Method,
  type OpenApiModel,
  type Operation,
  type Parameter,
  type ParameterLocation,
  type RequestBody,
  type Response,
  type SecurityRequirement,
  type SecurityScheme,
  type Server,
  type ServerVariable,
  type Stream,
  type Webhook,
} from './model/model.ts';
export { findResponse, findValueSchema, formatOperation, isLinkTarget } from './model/operation-parts.ts';
export { DEFAULT_STYLES } from './model/parameter-styles.ts';
export { inspectModel, type ModelInspection, type ReadOptions, readModel } from './model/read-model.ts';
export { isIgnoredParameter } from './model/read-parameters.ts';
export { fillServerUrl, readServerPath } from './model/read-servers.ts';
export { listPathParameters, toResourcePath } from './model/resource-path.ts';
export { isSchema, type LocatedSchema, type Schema } from './model/schema.ts';
export type { SchemaResource } from './model/schema-resolver.ts';
export { listServerPaths } from './model/server-paths.ts';
export { childrenOf, type DocumentObject, type ObjectKind, walkObjects } from './object-kinds.ts';
export { parseDocument } from './parse-document.ts';
export { readPattern } from './patterns/read-pattern.ts';
export { appendPointer, canonicalPointer, parsePointer, valueAt } from './pointer.ts';
export {
  formatProblems,
  groupProblems,
  type Locate,
  type Location,
  locateProblems,
  type Problem,
} from './problem.ts';
export { DocumentReadError } from './read/document-read-error.ts';
export type { ReadFile } from './read/source-files.ts';
export { type DocumentOptions, omitProblems, readDocument } from './read-document.ts';
export { rejectPattern } from './repair/repair-patterns.ts';
export { isLenient, type Lenience, REPAIRS, type RepairName, repairText } from './repair/repairs.ts';
export { SCHEMA_KEYWORDS } from './schema-keywords.ts';
export { DocumentParts } from './select/document-parts.ts';
export {
  isWithin,
  listSelected,
  listSelectedWebhooks,
  listUnmatched,
  type Selection,
} from './select/selection.ts';
export { SelectionUnknownError } from './select/selection-unknown-error.ts';
export { skipOperations } from './select/skip-operations.ts';
export { classifyStream } from './streams.ts';
