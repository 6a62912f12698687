// Reads the parameters of a request into values, and checks them.

import {
  DEFAULT_STYLES,
  findValueSchema,
  type JsonValue,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';
import {
  decodeForm,
  decodePercent,
  isJson,
  memberNames,
  type Pair,
  readCookies,
  readQuery,
  readValue,
  type Shape,
  type TextDefinition,
} from '@keyframe/openapi-runtime/wire';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import type { Schemas } from '../document/schemas.ts';
import { getHeader, type HeaderTexts } from '../exchange.ts';
import type { RequestProblem } from './problem.ts';
import { describeShape } from './text-shape.ts';

/** The values of parameters, by `location:name`. */
export type ParameterValues = ReadonlyMap<string, JsonValue>;

/** The texts of the parameters of one request. */
export interface ParameterTexts {
  path: ReadonlyMap<string, string>;
  url: URL;
  headers: HeaderTexts;
}

interface ParameterReader {
  parameter: Parameter;
  definition: TextDefinition;
  decode: (text: string) => string;
}

// OpenAPI 3.1, Parameter Object: definitions of these headers are ignored.
const IGNORED_HEADERS = ['accept', 'authorization', 'content-type'];

/** Reads and checks the parameters of one operation. */
export class OperationParameters {
  readonly #schemas: Schemas;
  readonly #readers: readonly ParameterReader[];
  readonly #claimed: ReadonlySet<string>;

  constructor({ parameters }: Pick<Operation, 'parameters'>, schemas: Schemas) {
    this.#schemas = schemas;
    this.#readers = parameters.filter(isRead).map((parameter) => ({
      parameter,
      definition: this.#define(parameter),
      decode: chooseDecoder(parameter),
    }));
    this.#claimed = new Set(
      this.#readers.flatMap(({ definition: { name, shape } }) => [name, ...memberNames(shape)]),
    );
  }

  /** Reads the values of all parameters that are present, and lists the violated rules. */
  read(texts: ParameterTexts): { values: ParameterValues; problems: RequestProblem[] } {
    const values = new Map<string, JsonValue>();
    const problems: RequestProblem[] = [];
    const query = readQuery(texts.url.search.slice(1));
    const cookies = readCookies(texts.headers.cookie ?? '');
    for (const reader of this.#readers) {
      const { location, name } = reader.parameter;
      const pairs = location === 'query' ? query : location === 'cookie' ? cookies : undefined;
      const parameterTexts = isWholeQuery(reader.parameter)
        ? [texts.url.search.slice(1)].filter((text) => text !== '')
        : listTexts(reader.parameter, texts, pairs);
      const result = this.#readOne(reader, parameterTexts, pairs);
      if (result === undefined) continue;
      if (typeof result === 'string') {
        problems.push({ kind: 'invalid', part: location, path: [name], message: result });
      } else values.set(`${location}:${name}`, result.value);
    }
    return { values, problems };
  }

  #define({ name, style, explode, schema, content, allowReserved, pointer }: Parameter): TextDefinition {
    const isJsonContent = content.some((media) => isJson(media.name));
    const shape: Shape = isJsonContent
      ? 'json'
      : schema
        ? this.#keepOthers(pointer, describeShape(this.#schemas.node({ schema, direction: 'request' })))
        : 'string';
    return {
      name,
      shape,
      style: style === 'whole' ? 'form' : style,
      ...(explode ? { explode: true as const } : {}),
      ...(allowReserved ? { allowReserved: true as const } : {}),
    };
  }

  // A form that is the whole query contains every name in it, so that its schema can reject those that it does not allow.
  #keepOthers(pointer: string, shape: Shape): Shape {
    const isWhole = Object(valueAt(this.#schemas.model.document, pointer)).in === 'querystring';
    return isWhole && typeof shape === 'object' && 'object' in shape
      ? { ...shape, others: shape.others ?? 'string' }
      : shape;
  }

  #readOne(
    { parameter, definition, decode }: ParameterReader,
    texts: readonly string[],
    pairs: readonly Pair[] | undefined,
  ): { value: JsonValue } | string | undefined {
    const style = DEFAULT_STYLES[parameter.location];
    const source = { style, texts, claimed: this.#claimed, decode, ...(pairs ? { pairs } : {}) };
    const reading = readValue(definition, source);
    if (reading === undefined) return parameter.required ? 'is required' : undefined;
    if ('problem' in reading) return reading.problem;
    const [first] = reading.values as [JsonValue, ...JsonValue[]];
    const schema = findValueSchema(parameter);
    if (!schema || (parameter.allowEmptyValue && first === '')) return { value: first };
    const directed = { schema, direction: 'request' as const };
    const accepts = this.#schemas.getAcceptor(directed);
    const value = reading.values.find(accepts);
    if (value !== undefined) return { value: value as JsonValue };
    const explainer = new ValueExplainer(this.#schemas, 'request');
    const { path, message } = explainer.explain(this.#schemas.node(directed), first);
    return path.length === 0 ? message : `${path.join('.')} ${message}`;
  }
}

function isRead({ location, name }: Parameter): boolean {
  return location !== 'header' || !IGNORED_HEADERS.includes(name.toLowerCase());
}

function listTexts(
  { location, name }: Parameter,
  { path, headers }: ParameterTexts,
  pairs: readonly Pair[] | undefined,
): string[] {
  if (pairs) return pairs.filter(([key]) => key === name).map(([, text]) => text);
  const text = location === 'path' ? path.get(name) : getHeader(headers, name);
  return text === undefined ? [] : [text];
}

function isWholeQuery({ style }: Parameter): boolean {
  return style === 'whole';
}

function chooseDecoder(parameter: Parameter): (text: string) => string {
  const { location, style, allowReserved } = parameter;
  if (isWholeQuery(parameter)) return decodePercent;
  if (style === 'cookie') return (text) => text;
  if (location === 'header') return (text) => text.trim();
  return location === 'query' && !allowReserved ? decodeForm : decodePercent;
}
