// Documents around the part that a case is about.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  readModel,
} from '@keyframe/openapi-model';
import type { DocumentRuleName } from '../../src/diff/document-rules.ts';

/** A change of a document; the rule is `none` if both versions have the same meaning. */
export type DocumentRow = [
  rule: DocumentRuleName | 'none',
  title: string,
  before: JsonObject,
  after: JsonObject,
];

const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });
const body = (value: JsonValue) => json({ type: 'object', properties: { value } });
const OK = { description: 'Done.' };

/** Makes a document of one piece. */
export function createDocument(parts: JsonObject): JsonObject {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, ...parts };
}

/** Makes a document of one operation, `POST /things`. */
export function createOperation(operation: JsonObject, parts: JsonObject = {}): JsonObject {
  const { pathItem, ...more } = parts;
  const item = isJsonObject(pathItem) ? pathItem : {};
  const post = { operationId: 'createThing', responses: { '200': OK }, ...operation };
  return createDocument({ paths: { '/things': { ...item, post } }, ...more });
}

/** Puts a schema where each message holds it. */
export const MESSAGE_DOCUMENTS = {
  request: (schema: JsonValue) => createOperation({ requestBody: { required: true, ...body(schema) } }),
  response: (schema: JsonValue) => createOperation({ responses: { '200': { ...OK, ...body(schema) } } }),
  'callback-request': (schema: JsonValue) =>
    createDocument({
      paths: {},
      webhooks: {
        done: { post: { requestBody: { required: true, ...body(schema) }, responses: { '200': OK } } },
      },
    }),
  'callback-response': (schema: JsonValue) =>
    createDocument({
      paths: {},
      webhooks: { done: { post: { responses: { '200': { ...OK, ...body(schema) } } } } },
    }),
} as const;

/** Reads a document that a case made. */
export function createModel(document: JsonObject): OpenApiModel {
  return readModel(document, 'things.json');
}
