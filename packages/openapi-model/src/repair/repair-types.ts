// Types that JSON Schema does not have. The names of programming languages have an obvious meaning; any other type constrains
// nothing.
import { type JsonValue, memberOf } from '../json.ts';
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

/** Finds a `type` that is not one or more of the types of JSON Schema. */
export function findUnknownTypes({ value, pointer }: DocumentObject): Repairable[] {
  const type = memberOf(value, 'type');
  if (type === undefined || isValid(type)) return [];
  const meant = findMeaning(type);
  const correction = meant === undefined ? 'Remove it.' : `Write "type": ${JSON.stringify(meant)}.`;
  return [
    {
      rule: 'unknown-type',
      pointer: appendPointer(pointer, 'type'),
      message: `"type" must be one or more of ${TYPES.join(', ')} (got ${JSON.stringify(type)}).`,
      repair: repairText(correction),
      apply: () => {
        if (meant === undefined) delete value.type;
        else value.type = meant;
      },
    },
  ];
}

function isValid(type: JsonValue): boolean {
  const names = [type].flat();
  return names.length > 0 && names.every((name) => typeof name === 'string' && TYPES.includes(name));
}

// YAML reads `null` without quotes as the value.
function findMeaning(type: JsonValue): JsonValue | undefined {
  const names = [type].flat().map((name) => MEANINGS.get(String(name).toLowerCase()));
  const known = [...new Set(names.filter((name) => name !== undefined))];
  if (known.length === 0 || names.includes(undefined)) return undefined;
  return Array.isArray(type) ? known : known[0];
}
