// The schemas of the bodies of an operation.
import { isJsonObject, type LocatedSchema, type MediaType, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { DocumentReader } from './document-reader.ts';
import { completeSchema } from './example-schema.ts';

/** Reads the schema of the body of a response, with what only its examples show; undefined if the document describes none. */
export function readBody(reader: DocumentReader, media: MediaType | undefined): SchemaNode | undefined {
  const read = (schema: LocatedSchema) => reader.node({ schema, direction: 'response' });
  const { schema } = media ?? {};
  return media && schema && read(completeSchema(media, schema, { model: reader.model, read }));
}

/** Returns the schema of the first JSON body of a successful response. */
export function findSuccessSchema(
  operation: Operation | undefined,
  reader: DocumentReader,
): SchemaNode | undefined {
  const find = (pattern: RegExp) => operation?.responses.find(({ status }) => pattern.test(status));
  const success = find(/^2/) ?? find(/^default$/i);
  return readBody(
    reader,
    success?.content.find(({ name }) => isJson(name)),
  );
}

/** Returns the reference to the schema of the JSON response with one of some statuses. */
export function findReference(
  operation: Operation | undefined,
  statuses: readonly string[],
): string | undefined {
  const success = operation?.responses.find(({ status }) => statuses.includes(status));
  const schema = success?.content.find(({ name }) => isJson(name))?.schema?.schema;
  const reference = isJsonObject(schema) ? schema.$ref : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** Returns the schema of the JSON or form body of an operation. */
export function findRequestSchema(
  operation: Operation | undefined,
  reader: DocumentReader,
): SchemaNode | undefined {
  const content = operation?.requestBody?.content ?? [];
  const media = content.find(({ name }) => isJson(name)) ?? content[0];
  return media?.schema && reader.node({ schema: media.schema, direction: 'request' });
}
