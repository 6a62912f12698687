// Checks of sequences of requests: their findings show the preceding requests.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { formatValue } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { Exchange } from '../session/session.ts';
import type { ResourceClient } from './resource-client.ts';

/** A violation that one exchange of a sequence shows. */
export interface StateViolation {
  operation: Operation;
  message: string;
  expected: string;
  received: string;
  /** The exchange that shows it. */
  exchange: Exchange;
  severity?: 'note' | undefined;
}

/** A check of a sequence of requests. */
export type StateCheck<TObserved> = Check<TObserved, StateViolation>;

/** Runs checks on the observation of a client. */
export async function runStateChecks<TObserved extends { client: ResourceClient }>(
  checks: readonly StateCheck<TObserved>[],
  observed: TObserved,
): Promise<void> {
  const { client } = observed;
  for (const check of checks) {
    for (const { operation, exchange, ...violation } of await check.run(observed)) {
      const evidence = { ...exchange, operation, before: client.requestsBefore(exchange) };
      client.context.session.report(check, { ...violation, pointer: operation.pointer }, evidence);
    }
  }
}

/** Creates the violation of one property. */
export function propertyViolation({
  name,
  expected,
  received,
  ...violation
}: Pick<StateViolation, 'exchange' | 'message' | 'operation'> & {
  name: string;
  expected: JsonValue | undefined;
  received: JsonValue | undefined;
}): StateViolation {
  return {
    ...violation,
    expected: `${name}: ${formatValue(expected)}`,
    received: `${name}: ${formatValue(received)}`,
  };
}
