import type { JsonObject, Operation } from '@keyframe/openapi-model';
import { isInPath, isReturnedAs } from '../behavior/compare.ts';
import { isReturnable, readableProperties, writableProperties } from '../behavior/described-properties.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import type { Exchange } from '../session/session.ts';
import { isMergePatch } from './update-changes-other-property.ts';

export const updateLost: StateCheck<ObservedUpdate> = {
  id: 'update-lost',
  title: 'An update was not stored',
  explanation: 'The update succeeded, but its response or a later read lacks a sent value.',
  basis: 'promise',
  run(update) {
    const { client, operation, exchange, after } = update;
    const { read } = client.collection;
    const returned = client.unwrap(exchange);
    return [
      ...compare(update, { ...after, describedBy: read, where: 'a read' }),
      ...(returned
        ? compare(update, { exchange, value: returned, describedBy: operation, where: 'the response' })
        : []),
    ];
  },
};

function compare(
  { client, operation, draft, sent }: ObservedUpdate,
  {
    exchange,
    value,
    describedBy,
    where,
  }: { exchange: Exchange; value: JsonObject; describedBy: Operation | undefined; where: string },
) {
  const { session } = client.context;
  const readable = readableProperties(session, describedBy);
  const writable = writableProperties(session, operation);
  const isMerge = isMergePatch(draft);
  return (
    Object.entries(sent)
      .filter(([name, expected]) => !isReturnedAs(expected, value[name]))
      .filter(([name]) => readable.has(name) && writable.has(name))
      .filter(([name, expected]) => isMerge || isReturnable(session, readable.get(name), expected))
      // The id in the path identifies the resource, not the one in the body.
      .filter(([name]) => !isInPath(exchange, value[name]))
      .map(([name, expected]) => {
        const received = value[name];
        const message = `\`${name}\` was set to ${formatValue(expected)}, but ${where} has ${formatValue(received)}.`;
        return propertyViolation({ operation, exchange, name, expected, received, message });
      })
  );
}
