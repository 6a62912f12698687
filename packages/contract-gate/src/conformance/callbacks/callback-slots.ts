// Finds where in a request the address of a callback is read from.
import { isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import type { Draft } from '../requests/draft.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { replaceAt } from '../schema/variants/variants.ts';

/** A place of a request that holds an address. */
export type CallbackSlot = { kind: 'body'; path: readonly string[] } | { kind: 'parameter'; key: string };

/** Lists the places that the callbacks of an operation are sent to. */
export function slotsOf({ callbacks }: Operation): CallbackSlot[] {
  const slots = callbacks.flatMap(({ expression }) => slotsIn(expression));
  return [...new Map(slots.map((slot) => [JSON.stringify(slot), slot])).values()];
}

/** Lists the places of the request that an expression reads. */
function slotsIn(expression: string): CallbackSlot[] {
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

/** Reads what a slot of a draft holds. */
export function slotValue({ parameters, body }: Draft, slot: CallbackSlot): JsonValue | undefined {
  if (slot.kind === 'parameter') return parameters.get(slot.key);
  const value = body && 'value' in body ? body.value : undefined;
  return slot.path.reduce<JsonValue | undefined>(
    (inner, name) => (isJsonObject(inner) ? inner[name] : undefined),
    value,
  );
}

/** Puts an address into a slot, or takes it out; undefined where the document allows neither. */
export function withAddress(
  draft: Draft,
  slot: CallbackSlot,
  { address, space }: { address: string | undefined; space: SchemaSpace },
): Draft | undefined {
  if (slot.kind === 'parameter') {
    const parameters = new Map(draft.parameters);
    if (address === undefined) parameters.delete(slot.key);
    else parameters.set(slot.key, address);
    return { ...draft, parameters };
  }
  const { body } = draft;
  if (!body || !('value' in body)) return undefined;
  const value =
    address === undefined ? without(body.value, slot.path) : replaceAt(body.value, slot.path, address);
  const { schema } = body.mediaType;
  return schema && !space.accepts(schema, value) ? undefined : { ...draft, body: { ...body, value } };
}

function without(value: JsonValue, [name = '', ...rest]: readonly string[]): JsonValue {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: member, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(member ?? null, rest) };
}
