/** Reads from a document what a call of an operation consists of: its address, its headers and its body. */
import {
  isJsonObject,
  type JsonValue,
  type OpenApiModel,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';
import { examplesOf } from './examples.ts';
import { sampleValue } from './sample-value.ts';
import { ShapeReader } from './shapes.ts';

/** A header whose value ends with that of an environment variable, if it has one. */
export interface SampleHeader {
  readonly name: string;
  readonly value: string;
  readonly variable: string | undefined;
}

/** A call to write down. */
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
  /** Where the service is; no trailing slash. */
  readonly server: string;
  /** The name of the environment variable that holds the key. */
  readonly keyVariable: string;
}

/** Puts a call together from the examples of the document: what it requires, and no more. */
export function sampleCall(model: OpenApiModel, operation: Operation, options: SampleOptions): SampleCall {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const valuesIn = (location: string) =>
    required
      .filter((parameter) => parameter.location === location)
      .map((parameter) => [parameter.name, parameterValue(model, parameter)] as const);
  const pathValues = Object.fromEntries(valuesIn('path'));
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    return encodeURIComponent(pathValues[name] ?? name);
  });
  const credentials = credentialsOf(model, operation, options.keyVariable);
  const query = new URLSearchParams(
    Object.fromEntries([...valuesIn('query'), ...credentials.query]),
  ).toString();
  const { mediaType, ...body } = bodyOf(model, operation);
  return {
    operation,
    method: operation.method.toUpperCase(),
    url: `${options.server}${path}${query === '' ? '' : `?${query}`}`,
    pathValues,
    headers: [
      ...credentials.headers,
      ...valuesIn('header').map(([name, value]) => ({ name, value, variable: undefined })),
      ...(mediaType === undefined ? [] : [{ name: 'Content-Type', value: mediaType, variable: undefined }]),
    ],
    ...body,
  };
}

/** The example of a parameter, or of its schema. */
function parameterValue(model: OpenApiModel, { schema, pointer }: Parameter): string {
  const { resolve } = new ShapeReader(model);
  const written = valueAt(model.document, pointer);
  const { example, examples } = isJsonObject(written) ? written : {};
  const [named] = isJsonObject(examples) ? Object.values(examples).map(resolve) : [];
  const given = example ?? (typeof named === 'object' ? named.value : undefined);
  const value = given ?? sampleValue(schema?.schema, resolve);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface SampleBody {
  readonly mediaType: string | undefined;
  readonly json: JsonValue | undefined;
  readonly text: string | undefined;
}

const JSON_TYPE = /^application\/(?:[^;]+\+)?json\b/;

function bodyOf(model: OpenApiModel, { requestBody }: Operation): SampleBody {
  const content = requestBody?.content ?? [];
  const chosen = content.find(({ name }) => JSON_TYPE.test(name)) ?? content[0];
  if (chosen === undefined) return { mediaType: undefined, json: undefined, text: undefined };
  const mediaType = chosen.name;
  const [example] = examplesOf(model, chosen);
  const value = example?.value ?? sampleValue(chosen.schema?.schema, new ShapeReader(model).resolve);
  if (JSON_TYPE.test(mediaType)) return { mediaType, json: value, text: undefined };
  return { mediaType, json: undefined, text: isJsonObject(value) ? formOf(value) : String(value) };
}

function formOf(value: Readonly<Record<string, JsonValue | undefined>>): string {
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

/** What the first alternative of an operation's security asks for. */
function credentialsOf(model: OpenApiModel, { security }: Operation, keyVariable: string): Credentials {
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
