// Members without a value, or with one item in place of a list. Null is a name without a value in YAML, and what serializers
// write for members that are not set.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { type DocumentObject, listSlots, type Slot } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, valueAt } from '../pointer.ts';
import { SCHEMA_KEYWORDS } from '../schema-keywords.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds null where an object holds others, and as the value of keywords; and one item in place of a list. */
export function findMemberShapes(object: DocumentObject, document: JsonObject): Repairable[] {
  const slots = listSlots(object);
  return [
    ...slots
      .filter(({ holder, name }) => memberOf(holder, name) === null)
      .map((slot) => nullMember(object, slot)),
    ...slots.filter((slot) => isSingleItem(slot, document)).map(singleItem),
    ...(object.kind === 'schema' ? findNullKeywords(object) : []),
  ];
}

// A member is then absent, and an entry of a map empty.
function nullMember(
  object: DocumentObject,
  { holder, name, pointer, form, isEntry, kind }: Slot,
): Repairable {
  const isKept = isEntry || object.kind === 'parameter' || object.kind === 'header';
  const type = kind === 'schema' && form === 'object' ? 'a schema' : TYPES[form];
  return {
    rule: 'empty-map',
    pointer: appendPointer(pointer, name),
    message: `"${name}" must be ${type} (got null).`,
    repair: repairText(form === 'list' ? 'Remove it.' : 'Write {}, or remove it.'),
    apply: () => (isKept ? setMember(holder, name, {}) : delete holder[name]),
  };
}

function singleItem({ holder, name, pointer }: Slot): Repairable {
  return {
    rule: 'single-item',
    pointer: appendPointer(pointer, name),
    message: `"${name}" must be an array (got one item).`,
    repair: repairText('Write it in brackets.'),
    apply: () => setMember(holder, name, [memberOf(holder, name) ?? null]),
  };
}

/** The member that an item of a list has, by the name of the list; all others of these are texts. */
const ITEM_MEMBERS: Readonly<Record<string, string>> = { parameters: 'in', servers: 'url' };
const TEXTS = ['tags', 'consumes', 'produces', 'schemes'];

function isSingleItem({ holder, name, form, kind }: Slot, document: JsonObject): boolean {
  const value: JsonValue | undefined = form === 'list' ? memberOf(holder, name) : undefined;
  if (typeof value === 'string') return TEXTS.includes(name);
  if (!isJsonObject(value)) return false;
  const reference = memberOf(value, '$ref');
  if (reference !== undefined) return kind !== undefined && isReferenceToItem(reference, document);
  if (kind === 'schema') return true;
  const member = ITEM_MEMBERS[name];
  return name === 'security' || (member !== undefined && typeof memberOf(value, member) === 'string');
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

/** Checks whether a reference in place of a list leads to one item; others lead to a whole list, or to nothing. */
export function isReferenceToItem(reference: JsonValue, document: JsonObject): boolean {
  const pointer = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
  return pointer !== undefined && isJsonObject(valueAt(document, pointer));
}
