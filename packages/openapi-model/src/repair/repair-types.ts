// Types that JSON Schema does not have. The names of programming languages and of formats have one meaning, so that they are
// accepted strictly; any other type constrains nothing.
import { type JsonObject, type JsonValue, memberOf } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const MEANINGS = new Map([
  ...TYPES.map((name) => [name, name] as const),
  ...['int', 'int32', 'int64', 'long', 'short'].map((name) => [name, 'integer'] as const),
  ...['decimal', 'double', 'float'].map((name) => [name, 'number'] as const),
  ...['str', 'text'].map((name) => [name, 'string'] as const),
  ['bool', 'boolean'] as const,
  ['list', 'array'] as const,
  ...['dict', 'map'].map((name) => [name, 'object'] as const),
]);

// Names of formats that are written as a type: `type: date` is a text with that format.
const FORMATS = new Map([
  ...['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'].map(
    (name) => [name, name] as const,
  ),
  ['datetime', 'date-time'] as const,
  ['url', 'uri'] as const,
  ...['binary', 'byte', 'password'].map((name) => [name, name] as const),
]);

/** Finds a `type` that is not one or more of the types of JSON Schema. */
export function findUnknownTypes({ value, pointer }: DocumentObject): Repairable | undefined {
  const type = memberOf(value, 'type');
  if (type === undefined || isValid(type)) return undefined;
  const format = FORMATS.get(String(type).toLowerCase());
  const meaning = format === undefined ? findMeaning(type) : 'string';
  const members = [
    ...(meaning === undefined ? [] : [`"type": ${JSON.stringify(meaning)}`]),
    ...(format === undefined ? [] : [`"format": "${format}"`]),
  ];
  const correction = meaning === undefined ? 'Remove it.' : `Write ${members.join(', ')}.`;
  return {
    rule: 'unknown-type',
    pointer: appendPointer(pointer, 'type'),
    message: `"type" must be one or more of ${TYPES.join(', ')} (got ${JSON.stringify(type)}).`,
    repair: meaning === undefined ? repairText(correction) : correction,
    strict: meaning === undefined ? 'report' : 'accept',
    apply: () => {
      if (meaning === undefined) delete value.type;
      else value.type = meaning;
      if (format !== undefined && memberOf(value, 'format') === undefined) value.format = format;
    },
  };
}

/** Returns the schema of the type with a name; undefined for a name that means no type. */
export function findNamedType(name: string): JsonObject | undefined {
  const format = FORMATS.get(name.toLowerCase());
  if (format !== undefined) return { type: 'string', format };
  const type = MEANINGS.get(name.toLowerCase());
  return type === undefined ? undefined : { type };
}

function isValid(type: JsonValue): boolean {
  const names = [type].flat();
  return names.length > 0 && names.every((name) => typeof name === 'string' && TYPES.includes(name));
}

// YAML reads `null` without quotes as the value.
function findMeaning(type: JsonValue): JsonValue | undefined {
  const names = [type].flat().map((name) => MEANINGS.get(String(name).toLowerCase()));
  const types = [...new Set(names.filter((name) => name !== undefined))];
  if (types.length === 0 || names.includes(undefined)) return undefined;
  return Array.isArray(type) ? types : types[0];
}
