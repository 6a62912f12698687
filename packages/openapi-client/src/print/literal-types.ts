import { quote } from '@keyframe/openapi-codegen';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model/document';
import { memberKey } from './member-key.ts';
import { atom, createList, createTuple, NOTHING, type TypeText } from './type-text.ts';

/** Writes the type of a single JSON value. */
export function literalType(value: JsonValue): TypeText {
  if (typeof value === 'string') return atom(quote(value));
  if (Array.isArray(value))
    return value.length === 0 ? createList(NOTHING, false) : createTuple(value.map(literalType));
  if (!isJsonObject(value)) return atom(Object.is(value, -0) ? '0' : String(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${memberKey(name)}: ${literalType(member ?? null).text}`,
  );
  return atom(members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`);
}
