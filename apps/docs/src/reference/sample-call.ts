/** Composes a sample call of an operation from its document: address, headers and body. */
import {
  isJsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { generateValue, SchemaSpace } from '@keyframe/openapi-values';
import { listExamples } from './examples.ts';
import { ShapeReader } from './shapes.ts';

/** A header. The value of an environment variable, if there is one, follows `value`. */
export interface SampleHeader {
  readonly name: string;
  readonly value: string;
  readonly variable: string | undefined;
}

/** A call, without a language. */
export interface SampleCall {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  /** By the names of the path's expressions. */
  readonly pathValues: Readonly<Record<string, string>>;
  readonly headers: readonly SampleHeader[];
  /** A body in JSON; undefined without one. */
  readonly json: JsonValue | undefined;
  /** A body that is not JSON, as text. */
  readonly text: string | undefined;
}

export interface SampleOptions {
  /** The address of the service, without a trailing slash. */
  readonly server: string;
  /** The name of the environment variable that holds the key. */
  readonly keyVariable: string;
}

/** Composes a call from the examples of the document, with required parameters only. */
export function sampleCall(model: OpenApiModel, operation: Operation, options: SampleOptions): SampleCall {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const listValues = (location: string) =>
    required
      .filter((parameter) => parameter.location === location)
      .map((parameter) => [parameter.name, parameterValue(model, parameter)] as const);
  const pathValues = Object.fromEntries(listValues('path'));
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    return encodeURIComponent(pathValues[name] ?? name);
  });
  const credentials = findCredentials(model, operation, options.keyVariable);
  const query = new URLSearchParams(
    Object.fromEntries([...listValues('query'), ...credentials.query]),
  ).toString();
  const { mediaType, ...body } = createSampleBody(model, operation);
  return {
    operation,
    method: operation.method.toUpperCase(),
    url: `${options.server}${path}${query === '' ? '' : `?${query}`}`,
    pathValues,
    headers: [
      ...credentials.headers,
      ...listValues('header').map(([name, value]) => ({ name, value, variable: undefined })),
      ...(mediaType === undefined ? [] : [{ name: 'Content-Type', value: mediaType, variable: undefined }]),
    ],
    ...body,
  };
}

/** Finds the example of a parameter, or creates a value of its schema. */
function parameterValue(model: OpenApiModel, { schema, pointer }: Parameter): string {
  const { resolve } = new ShapeReader(model);
  const written = valueAt(model.document, pointer);
  const { example, examples } = isJsonObject(written) ? written : {};
  const [named] = isJsonObject(examples) ? Object.values(examples).map(resolve) : [];
  const given = example ?? (typeof named === 'object' ? named.value : undefined);
  const value = given ?? createValue(model, schema);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const spaces = new WeakMap<OpenApiModel, SchemaSpace>();

function createValue(model: OpenApiModel, schema: LocatedSchema | undefined): JsonValue {
  const space = spaces.get(model) ?? new SchemaSpace(new ExactValidators(model), 'request');
  spaces.set(model, space);
  return (schema && generateValue(space, schema, { members: 'required' })) ?? 'text';
}

interface SampleBody {
  readonly mediaType: string | undefined;
  readonly json: JsonValue | undefined;
  readonly text: string | undefined;
}

const JSON_TYPE = /^application\/(?:[^;]+\+)?json\b/;

function createSampleBody(model: OpenApiModel, { requestBody }: Operation): SampleBody {
  const content = requestBody?.content ?? [];
  const chosen = content.find(({ name }) => JSON_TYPE.test(name)) ?? content[0];
  if (chosen === undefined) return { mediaType: undefined, json: undefined, text: undefined };
  const mediaType = chosen.name;
  const [example] = listExamples(model, chosen);
  const value = example?.value ?? createValue(model, chosen.schema);
  if (JSON_TYPE.test(mediaType)) return { mediaType, json: value, text: undefined };
  return { mediaType, json: undefined, text: isJsonObject(value) ? encodeForm(value) : String(value) };
}

function encodeForm(value: Readonly<Record<string, JsonValue | undefined>>): string {
  const fields = Object.entries(value).map(([name, field]): [string, string] => [
    name,
    typeof field === 'object' ? JSON.stringify(field) : String(field),
  ]);
  return new URLSearchParams(fields).toString();
}

interface Credentials {
  readonly headers: readonly SampleHeader[];
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Finds the headers and query parameters that the first alternative of an operation's security requires. */
function findCredentials(model: OpenApiModel, { security }: Operation, keyVariable: string): Credentials {
  const schemes = Object.keys(security[0] ?? {}).flatMap((name) => model.securitySchemes.get(name) ?? []);
  const headers = schemes.flatMap(({ type, value }) => {
    if (type === 'apiKey')
      return value.in === 'header' ? [{ name: String(value.name), value: '', variable: keyVariable }] : [];
    const scheme = type === 'http' ? String(value.scheme) : 'bearer';
    const prefix = `${scheme.charAt(0).toUpperCase()}${scheme.slice(1).toLowerCase()} `;
    return type === 'mutualTLS' ? [] : [{ name: 'Authorization', value: prefix, variable: keyVariable }];
  });
  const query = schemes
    .filter(({ type, value }) => type === 'apiKey' && value.in === 'query')
    .map(({ value }) => [String(value.name), keyVariable] as const);
  return { headers, query };
}
