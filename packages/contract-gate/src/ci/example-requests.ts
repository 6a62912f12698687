// One request for each example of an operation, as a client would send it.
import {
  formatOperation,
  type JsonValue,
  type LocatedSchema,
  listExamples,
  type OpenApiModel,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { writeParameter } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { generateValue, SchemaSpace } from '@keyframe/openapi-schema/values';

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
export function exampleRequests(source: OpenApiModel): ExampleRequest[] {
  const validators = new ExactValidators(source);
  const space = new SchemaSpace(validators, 'request');
  const { model } = validators;
  return model.operations.flatMap((operation) => {
    const { method, pointer } = operation;
    const head = buildHead({ model, space }, operation);
    const bodies = listBodies({ model, space }, operation);
    return bodies.map(({ type, body }) => ({
      operation: formatOperation(operation),
      pointer,
      method: method.toUpperCase(),
      path: head.path,
      headers: { ...head.headers, ...(body === undefined ? {} : { 'content-type': type }) },
      body,
    }));
  });
}

interface Source {
  model: OpenApiModel;
  space: SchemaSpace;
}

function buildHead(source: Source, { parameters, path }: Operation) {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let filled = path;
  for (const parameter of parameters) {
    const { location, name, required } = parameter;
    const text = writeParameter(parameter, getExample(source, parameter));
    if (location === 'path') filled = filled.replace(`{${name}}`, () => text);
    else if (required && location === 'query') query.push(text);
    else if (required && location === 'header') headers[name] = text;
  }
  return { path: query.length > 0 ? `${filled}?${query.join('&')}` : filled, headers };
}

function getExample({ model, space }: Source, { pointer, schema }: Parameter): JsonValue {
  const [example] = listExamples(model, pointer);
  return example ? example.value : createValue(space, schema);
}

function createValue(space: SchemaSpace, schema: LocatedSchema | undefined): JsonValue {
  return (schema && generateValue(space, schema, { members: 'required' })) ?? 'text';
}

function listBodies({ model, space }: Source, { requestBody }: Operation): { type: string; body?: string }[] {
  const json = requestBody?.content.find(({ name }) => /[/+]json\b/i.test(name));
  if (!json) return [{ type: '' }];
  const examples = listExamples(model, json.pointer).map(({ value }) => value);
  const values = examples.length > 0 ? examples : [createValue(space, json.schema)];
  return values.map((value) => ({ type: json.name, body: JSON.stringify(value) }));
}
