// One request for each example of an operation, as a client would send it.
import { createSamples, type Json } from '@keyframe/openapi-hono/testing';
import {
  isJsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';

export interface ExampleRequest {
  operation: string;
  pointer: string;
  method: string;
  /** The path with its query, below the server's URL. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Lists the example requests of all operations, without callbacks and webhooks, which the server sends. */
export function exampleRequests(model: OpenApiModel): ExampleRequest[] {
  return model.operations.flatMap((operation) => {
    const { method, path, pointer } = operation;
    const head = buildHead(model, operation);
    const bodies = listBodies(model, operation);
    return bodies.map(({ type, body }) => ({
      operation: `${method.toUpperCase()} ${path}`,
      pointer,
      method: method.toUpperCase(),
      path: head.path,
      headers: { ...head.headers, ...(body === undefined ? {} : { 'content-type': type }) },
      body,
    }));
  });
}

function buildHead(model: OpenApiModel, { parameters, path }: Operation) {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const parameter of parameters) {
    const value = formatValue(getExample(model, parameter));
    if (parameter.location === 'path') {
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (parameter.required && parameter.location === 'query') query.set(parameter.name, value);
    else if (parameter.required && parameter.location === 'header') headers[parameter.name] = value;
  }
  return { path: query.size > 0 ? `${filled}?${query}` : filled, headers };
}

function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function getExample(model: OpenApiModel, { pointer, schema }: Parameter): Json {
  const [example] = listExamples(model, pointer);
  if (example !== undefined) return example;
  return createSamples(model.document, schema?.schema ?? true, { count: 1, seed: 1 })[0] ?? null;
}

function listExamples(model: OpenApiModel, pointer: string): Json[] {
  const holder = valueAt(model.document, pointer);
  if (!isJsonObject(holder)) return [];
  const one = memberOf(holder, 'example');
  if (one !== undefined) return [one as Json];
  const several = memberOf(holder, 'examples');
  return Object.values(isJsonObject(several) ? several : {}).flatMap((written) => {
    const reference = isJsonObject(written) ? written.$ref : undefined;
    const example = typeof reference === 'string' ? valueAt(model.document, reference) : written;
    const value = isJsonObject(example) ? memberOf(example, 'value') : undefined;
    return value === undefined ? [] : [value as Json];
  });
}

function listBodies(model: OpenApiModel, { requestBody }: Operation): { type: string; body?: string }[] {
  const json = requestBody?.content.find(({ name }) => /[/+]json\b/i.test(name));
  if (!json) return [{ type: '' }];
  const examples = listExamples(model, json.pointer);
  const values =
    examples.length > 0
      ? examples
      : createSamples(model.document, json.schema?.schema ?? true, { count: 1, seed: 1 });
  return values.map((value) => ({ type: json.name, body: JSON.stringify(value) }));
}
