/** Creates a value for samples without an example in the document: the example of a schema, or its smallest value. */
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';

type Resolve = (schema: JsonValue | undefined) => JsonObject | boolean;

/** Deeper than real documents; it ends the recursion of schemas that contain themselves. */
const MAX_DEPTH = 6;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '5f0c1f0e-7a55-4d0a-9c0d-2f6a4f1f9b3e',
};

/** Creates a value of a schema; optional members without an example are omitted. */
export function sampleValue(schema: JsonValue | undefined, resolve: Resolve, depth = 0): JsonValue {
  const known = resolve(schema);
  if (typeof known === 'boolean' || depth > MAX_DEPTH) return {};
  const given = findExample(known);
  if (given !== undefined) return given;
  const [part] = [known.oneOf, known.anyOf].flatMap((parts) => (Array.isArray(parts) ? parts : []));
  if (part !== undefined && known.properties === undefined) return sampleValue(part, resolve, depth + 1);
  switch ([known.type].flat()[0]) {
    case 'array':
      return [sampleValue(known.items, resolve, depth + 1)];
    case 'integer':
    case 'number':
      return known.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return BY_FORMAT[String(known.format)] ?? 'text';
    default:
      return sampleObject(known, resolve, depth);
  }
}

function findExample(schema: JsonObject): JsonValue | undefined {
  const listed = [schema.examples, schema.enum].find((values) => Array.isArray(values) && values.length > 0);
  return schema.example ?? (Array.isArray(listed) ? listed[0] : undefined) ?? schema.const ?? schema.default;
}

function sampleObject(schema: JsonObject, resolve: Resolve, depth: number): JsonObject {
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  const inherited = parts.map((part) => sampleValue(part, resolve, depth + 1)).filter(isJsonObject);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const own = Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).flatMap(
    ([name, property]) => {
      const known = resolve(property);
      const isReadOnly = typeof known !== 'boolean' && known.readOnly === true;
      return required.has(name) && !isReadOnly ? [[name, sampleValue(property, resolve, depth + 1)]] : [];
    },
  );
  return Object.assign({}, ...inherited, Object.fromEntries(own));
}
