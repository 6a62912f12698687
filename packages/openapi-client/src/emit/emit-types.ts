// Types by openapi-typescript. It reads operations by their operationId and no callbacks, so that it is given a copy of
// the document in which each operation has an id, and each callback stands among the webhooks.
import { isJsonObject, type JsonObject, memberOf, valueAt } from '@keyframe/openapi-model';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { Plan } from '../plan.ts';

/** Writes the types of a document. */
export async function emitTypes(plan: Plan): Promise<string> {
  const { model, messages } = plan;
  const document = structuredClone(model.document);
  nameOperations(document, plan);
  const callbacks = messages.filter(({ message }) => message.kind === 'callback');
  if (callbacks.length > 0) {
    const webhooks = memberOf(document, 'webhooks');
    const added = callbacks.map(({ message: { key, operation } }): [string, JsonObject] => {
      const requestBody = operation.requestBody && valueAt(model.document, operation.requestBody.pointer);
      return [key, { [operation.method]: { requestBody: requestBody ?? {}, responses: {} } }];
    });
    document.webhooks = { ...(isJsonObject(webhooks) ? webhooks : {}), ...Object.fromEntries(added) };
  }
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(JSON.stringify(document), {
    // The number of items that a tuple takes is checked by the compiler.
    arrayLength: true,
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => (isBinary(schema) ? blob : undefined),
  });
  return astToString(nodes);
}

// `format: binary` of OpenAPI 3.0, and what 3.1 writes in its place.
function isBinary(schema: object): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema as Record<string, unknown>;
  const isText = type === undefined || type === 'string';
  const isBytes =
    typeof contentMediaType === 'string' &&
    contentEncoding === undefined &&
    !/json|text|xml/.test(contentMediaType);
  return isText && (format === 'binary' || isBytes);
}

// Those of webhooks go: they are called by nobody, and need not differ.
function nameOperations(document: JsonObject, { model, modules }: Plan): void {
  for (const { pointer } of model.webhooks.flatMap((webhook) => webhook.operations)) {
    const operation = valueAt(document, pointer);
    if (isJsonObject(operation)) delete operation.operationId;
  }
  for (const { key, operation } of modules.flatMap(({ operations }) => operations)) {
    const named = valueAt(document, operation.pointer);
    if (isJsonObject(named)) named.operationId = key;
  }
}
