/** Documents as JSON, without a model: what a reader of values needs, and quick to load. */
export { DocumentInvalidError } from './document-invalid-error.ts';
export { OpenApiModelError } from './errors.ts';
export { isJsonObject, type JsonObject, type JsonValue, memberOf } from './json.ts';
export { METHODS } from './model/model.ts';
export { isSchema, type LocatedSchema, type Schema } from './model/schema.ts';
export { isOpenApi32 } from './openapi-version.ts';
export { appendPointer, canonicalPointer, parsePointer, valueAt } from './pointer.ts';
export { IMPLIED_ITEMS } from './prepare/event-items.ts';
export { formatProblems, groupProblems, type Problem } from './problem.ts';
export { readUnchecked } from './read/read-unchecked.ts';
export { REPAIRS } from './repair/repairs.ts';
export {
  type Application,
  type KeywordForm,
  listSchemaKeywords,
  SCHEMA_KEYWORDS,
  type SchemaKeyword,
} from './schema-keywords.ts';
export { classifyStream } from './streams.ts';
export { isWebUrl } from './uri.ts';
