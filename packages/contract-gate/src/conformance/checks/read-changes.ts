import type { JsonObject } from '@keyframe/openapi-model';
import { isSame } from '../behavior/compare.ts';
import type { Representation, ResourceClient } from '../behavior/resource-client.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import { formatValue } from '../format-value.ts';
import { findHeader } from '../wire/wire.ts';

/** Successive reads of the same resource. */
export interface RepeatedReads {
  client: ResourceClient;
  reads: readonly Representation[];
}

export const readChanges: StateCheck<RepeatedReads> = {
  id: 'read-changes',
  title: 'Reading a resource changes it',
  explanation:
    'Properties differ after each read although no request changed them. GET is safe (RFC 9110, section 9.2.1): caches and crawlers repeat it.',
  basis: 'convention',
  run({ client, reads }) {
    const { read } = client.collection;
    const last = reads.at(-1);
    if (!read || !last) return [];
    const values = reads.map(
      ({ value, exchange }): JsonObject => ({
        ...value,
        '(ETag)': findHeader(exchange.response, 'etag'),
      }),
    );
    const [first = {}, ...others] = values;
    const isChanging = (name: string) =>
      others.every((value, index) => !isSame(value[name], values[index]?.[name]));
    return Object.keys(first)
      .filter(isChanging)
      .map((name) => {
        const [expected, received] = [first[name], values.at(-1)?.[name]];
        const message = `\`${name}\` changes with each read, from ${formatValue(expected)} to ${formatValue(received)}.`;
        return propertyViolation({
          operation: read,
          exchange: last.exchange,
          name,
          expected,
          received,
          message,
        });
      });
  },
};
