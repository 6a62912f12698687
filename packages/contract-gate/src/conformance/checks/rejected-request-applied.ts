import type { JsonObject } from '@keyframe/openapi-model';
import { isSame } from '../behavior/compare.ts';
import { writableNames } from '../behavior/expect-omitted.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import { formatValue } from '../format-value.ts';
import type { Exchange } from '../session/session.ts';

/** A request with a 4xx response, and the resource before and after it. */
export interface RejectedRequest {
  client: ResourceClient;
  exchange: Exchange;
  before: JsonObject;
  /** Undefined if the resource cannot be read. */
  after: JsonObject | undefined;
  /** Whether a read returns 404 or 410. */
  isGone: boolean;
}

export const rejectedRequestApplied: StateCheck<RejectedRequest> = {
  id: 'rejected-request-applied',
  title: 'A rejected request was applied',
  explanation:
    'The response was a 4xx, but a later read shows the change or a part of it. Validate the whole request before storing anything.',
  basis: 'promise',
  run({ client, exchange, before, after, isGone }) {
    const { status } = exchange.response;
    const changed = [...writableNames(client)].find(
      (name) => !client.isVolatile(name) && !isSame(before[name], after?.[name]),
    );
    if (!isGone && (!after || changed === undefined)) return [];
    const change = isGone
      ? 'removed the resource'
      : `changed \`${changed}\` from ${formatValue(before[changed ?? ''])} to ${formatValue(after?.[changed ?? ''])}`;
    return [
      {
        operation: exchange.operation,
        exchange,
        message: `A request that was rejected with ${status} ${change}.`,
        expected: 'no effect',
        received: isGone ? 'no resource' : formatValue(after?.[changed ?? '']),
      },
    ];
  },
};
