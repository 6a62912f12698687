// Finds the locations of callback addresses in a request.

import { isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { parseTemplate } from '@keyframe/openapi-runtime/wire';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { bodyMediaType, type Draft, sentValue, withBodyValue, withParameters } from '../requests/draft.ts';
import { replaceValue } from '../schema/variants/variants.ts';

/** The location of an address in a request. */
export type CallbackSlot = { kind: 'body'; path: readonly string[] } | { kind: 'parameter'; key: string };

/** Lists the locations of the callback addresses of an operation. */
export function findCallbackSlots({ callbacks }: Operation): CallbackSlot[] {
  const slots = callbacks.flatMap(({ expression }) => listSlots(expression));
  return [...new Map(slots.map((slot) => [JSON.stringify(slot), slot])).values()];
}

function listSlots(expression: string): CallbackSlot[] {
  return parse(expression).flatMap((part): CallbackSlot[] => {
    if (typeof part === 'string' || !('message' in part) || part.message !== 'request') return [];
    if (part.kind === 'body') return [{ kind: 'body', path: part.tokens }];
    return [{ kind: 'parameter', key: `${part.kind}:${part.name}` }];
  });
}

function parse(expression: string) {
  try {
    return parseTemplate(expression).parts;
  } catch {
    return [];
  }
}

/** Reads the value of a slot. */
export function readSlot(draft: Draft, slot: CallbackSlot): JsonValue | undefined {
  if (slot.kind === 'parameter') return draft.parameters.get(slot.key);
  return slot.path.reduce<JsonValue | undefined>(
    (inner, name) => (isJsonObject(inner) ? inner[name] : undefined),
    sentValue(draft),
  );
}

/** Sets or removes the address of a slot; undefined if the document allows neither. */
export function withAddress(
  draft: Draft,
  slot: CallbackSlot,
  { address, space }: { address: string | undefined; space: SchemaSpace },
): Draft | undefined {
  if (slot.kind === 'parameter') return withParameters(draft, [[slot.key, address]]);
  const sent = sentValue(draft);
  if (sent === undefined) return undefined;
  const value = address === undefined ? omit(sent, slot.path) : replaceValue(sent, slot.path, address);
  const schema = bodyMediaType(draft)?.schema;
  return schema && !space.accepts(schema, value) ? undefined : withBodyValue(draft, value);
}

function omit(value: JsonValue, [name = '', ...rest]: readonly string[]): JsonValue {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: member, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: omit(member ?? null, rest) };
}
