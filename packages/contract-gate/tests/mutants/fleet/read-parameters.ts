// Reads the query and the headers of a request as its operation describes them.
import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import type { ShopRequest } from '../shop-http.ts';

/** The values of parameters by name. */
export type Parameters = Readonly<Record<string, JsonValue>>;

/** Reads the parameters; undefined where one is not as its schema has it. */
export function readParameters(
  { parameters }: Operation,
  { query, headers }: Pick<ShopRequest, 'headers' | 'query'>,
  accepts: (parameter: Parameter, value: JsonValue) => boolean,
): Parameters | undefined {
  const values: Record<string, JsonValue> = {};
  for (const parameter of parameters) {
    const { name, location } = parameter;
    if (location === 'path') continue;
    const value = location === 'query' ? queryValue(parameter, query) : headers[name.toLowerCase()];
    if (value === undefined) continue;
    if (!accepts(parameter, value)) return undefined;
    values[name] = value;
  }
  return values;
}

function queryValue({ name, style, schema }: Parameter, query: URLSearchParams): JsonValue | undefined {
  const type = Object(schema?.schema).type;
  if (style === 'deepObject') {
    const members = [...query].flatMap(([key, text]) => {
      const member = /^([^[]*)\[([^\]]*)\]$/.exec(key);
      return member?.[1] === name ? [[member[2] ?? '', scalar('integer', text)] as const] : [];
    });
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  }
  const text = query.get(name);
  if (text === null) return undefined;
  return type === 'array' ? text.split('|') : scalar(type, text);
}

function scalar(type: unknown, text: string): JsonValue {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}
