import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { isSame } from '../behavior/compare.ts';
import { formatValue } from '../format-value.ts';
import { describedEverywhere } from '../schema/described-members.ts';
import type { Check } from '../session/check.ts';

/** A resource before its callback, and some time after. */
export interface WatchedResource {
  /** The operation that causes the callback. */
  operation: Operation;
  /** The resource before the callback. */
  earlier: readonly JsonObject[];
  /** The properties that were equal in the callback and the resource when the callback arrived. */
  announced: JsonObject;
  /** Reads the resource; undefined if it cannot be read. */
  read: () => Promise<JsonObject | undefined>;
  /** Waits until a replica that lags has caught up. */
  wait: () => Promise<void>;
  space: SchemaSpace;
}

export const stateRevertedAfterCallback: Check<WatchedResource> = {
  id: 'state-reverted-after-callback',
  title: 'A resource returned to an earlier state after its callback',
  explanation:
    'A callback announced a state and the resource had it. Later, without a request that changes it, the resource was again in an earlier state that no callback may announce. Clients stop watching a resource after its callback. The read is repeated to exclude a replica that lags.',
  basis: 'convention',
  async run({ operation, earlier, announced, read, wait, space }) {
    const find = (current: JsonObject | undefined) =>
      findReverted(announced, current, (name, value) => {
        const isEarlier = earlier.some((one) => isSame(one[name], value));
        return isEarlier && !canAnnounce(operation, { name, value, space });
      });
    if (find(await read()) === undefined) return [];
    await wait();
    const current = await read();
    const name = find(current);
    if (name === undefined) return [];
    return [
      {
        pointer: operation.callbacks[0]?.pointer ?? operation.pointer,
        message: `\`${name}\` returned from ${formatValue(announced[name])} to ${formatValue(current?.[name])} after its callback.`,
        expected: `${name}: ${formatValue(announced[name])}`,
        received: `${name}: ${formatValue(current?.[name])}`,
      },
    ];
  },
};

function findReverted(
  announced: JsonObject,
  current: JsonObject | undefined,
  isEarlier: (name: string, value: JsonValue | undefined) => boolean,
): string | undefined {
  if (current === undefined) return undefined;
  return Object.entries(announced)
    .filter(([name, value]) => !isSame(value, current[name]))
    .map(([name]) => name)
    .find((name) => isEarlier(name, current[name]));
}

// A value is an earlier state only if the callback schema has the property and rejects the value.
function canAnnounce(
  { callbacks }: Operation,
  { name, value, space }: { name: string; value: JsonValue | undefined; space: SchemaSpace },
): boolean {
  const schemas = callbacks
    .flatMap(({ operations }) => operations)
    .flatMap(({ requestBody }) => requestBody?.content ?? [])
    .flatMap(({ name: type, schema }) =>
      isJson(type) && schema ? [...describedEverywhere(space, schema)] : [],
    )
    .filter(([property]) => property === name);
  return (
    value === undefined || schemas.length === 0 || schemas.some(([, schema]) => space.accepts(schema, value))
  );
}

/** Lists the properties that are equal in a callback and in the resource. */
export function announcedProperties(body: JsonObject, resource: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        !isJsonObject(value) && Object.hasOwn(resource, name) && isSame(value, resource[name]),
    ),
  );
}
