import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { isSame } from '../behavior/compare.ts';
import { expectOmitted } from '../behavior/expect-omitted.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedUpdate, UnchangedResource } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { bodyMediaType, type Draft } from '../requests/draft.ts';
import { readableProperties } from '../resources/described-properties.ts';

export const updateChangesOtherProperty: StateCheck<ObservedUpdate | UnchangedResource> = {
  id: 'update-changes-other-property',
  title: 'An update changed a property that it did not contain',
  explanation:
    'A PATCH changes the properties that it contains and keeps the others, those of other resources included; an id and an owner never change, which is a warning if the update is a PUT. A merge patch merges objects (RFC 7396).',
  basis: 'promise',
  run(observed) {
    if ('names' in observed) return compareNeighbor(observed);
    const isPatch = observed.operation.method === 'patch';
    return [...(isPatch ? compareMerged(observed) : []), ...compareKept(observed)];
  },
};

function compareNeighbor({ client, operation, names, before, after }: UnchangedResource) {
  const changed = names.find(
    (name) => !client.isVolatile(name) && !isSame(before.value[name], after.value[name]),
  );
  if (changed === undefined) return [];
  const { [changed]: expected } = before.value;
  const { [changed]: received } = after.value;
  const message = `An update of another resource changed \`${changed}\` from ${formatValue(expected)} to ${formatValue(received)}.`;
  return [
    propertyViolation({ operation, exchange: after.exchange, name: changed, expected, received, message }),
  ];
}

function compareKept({ client, operation, sent, before, after }: ObservedUpdate) {
  return Object.keys(before.value)
    .filter((name) => expectOmitted(client, { operation, sent, name }) === 'kept')
    .filter((name) => !isSame(before.value[name], after.value[name]))
    .map((name) => {
      const [expected, received] = [before.value[name], after.value[name]];
      const message = `An update without \`${name}\` changed it from ${formatValue(expected)} to ${formatValue(received)}.`;
      // Only a PATCH keeps the properties that it may set.
      const basis = operation.method === 'patch' ? undefined : ('convention' as const);
      const violation = { operation, exchange: after.exchange, name, expected, received, message };
      return { ...propertyViolation(violation), basis };
    });
}

/** Whether a draft sends a merge patch (RFC 7396), in which null removes a property. */
export function isMergePatch(draft: Draft): boolean {
  return /^application\/merge-patch\+json/i.test(bodyMediaType(draft)?.name ?? '');
}

function compareMerged({ client, operation, draft, sent, before, after }: ObservedUpdate) {
  const readable = readableProperties(client.context.session, client.collection.read);
  return Object.entries(isMergePatch(draft) ? sent : {})
    .filter(([name, patch]) => isJsonObject(patch) && readable.has(name))
    .map(([name, patch]) => ({ name, expected: mergePatch(before.value[name], patch ?? null) }))
    .filter(({ name, expected }) => !isSame(expected, after.value[name]))
    .map(({ name, expected }) => {
      const received = after.value[name];
      const message = `A merge patch of \`${name}\` resulted in ${formatValue(received)} instead of ${formatValue(expected)}.`;
      return propertyViolation({ operation, exchange: after.exchange, name, expected, received, message });
    });
}

/** Applies a merge patch (RFC 7396). */
function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}
