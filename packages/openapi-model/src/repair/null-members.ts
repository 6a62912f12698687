// Null in place of an object, a list or the value of a keyword: a name without a value in YAML, and what serializers
// write for members that are not set.
import { memberOf, setMember } from '../json.ts';
import { type DocumentObject, listSlots } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import { SCHEMA_KEYWORDS } from '../schema-keywords.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds null where an object holds others, and as the value of keywords; a member is then absent, and an entry empty. */
export function findNullMembers(object: DocumentObject): Repairable[] {
  const findings: Repairable[] = [];
  const isParameter = object.kind === 'parameter' || object.kind === 'header';
  for (const { holder, name, pointer, form, isEntry, kind } of listSlots(object)) {
    if (memberOf(holder, name) !== null) continue;
    const type = kind === 'schema' && form === 'object' ? 'a schema' : TYPES[form];
    findings.push({
      rule: 'empty-map',
      pointer: appendPointer(pointer, name),
      message: `"${name}" must be ${type} (got null).`,
      repair: repairText(form === 'list' ? 'Remove it.' : 'Write {}, or remove it.'),
      apply: () => (isEntry || isParameter ? setMember(holder, name, {}) : delete holder[name]),
    });
  }
  return object.kind === 'schema' ? [...findings, ...findNullKeywords(object)] : findings;
}

const TYPES = { list: 'an array', map: 'an object', object: 'an object' };

// Any value can be null itself, and `type: null` means the type.
const VALUES = Object.values(SCHEMA_KEYWORDS).filter(
  ({ form }) => !['any value', 'schema', 'schemas', 'schemas by name', 'type names'].includes(form),
);

function findNullKeywords({ value, pointer }: DocumentObject): Repairable[] {
  return VALUES.filter(({ keyword }) => memberOf(value, keyword) === null).map(({ keyword }) => ({
    rule: 'empty-map',
    pointer: appendPointer(pointer, keyword),
    message: `"${keyword}" must not be null.`,
    repair: repairText('Remove it.'),
    apply: () => delete value[keyword],
  }));
}
