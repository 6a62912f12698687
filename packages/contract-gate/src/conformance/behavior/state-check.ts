// Checks of sequences of requests: their findings show the preceding requests.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { formatValue } from '../format-value.ts';
import type { Basis } from '../session/basis.ts';
import type { Check, Violation } from '../session/check.ts';
import type { Exchange, Session } from '../session/session.ts';
import type { WireRequest } from '../wire/wire.ts';
import type { ResourceClient } from './resource-client.ts';

/** A violation that one exchange of a sequence shows. */
export interface StateViolation extends Pick<Violation, 'message' | 'expected' | 'received' | 'basis'> {
  operation: Operation;
  /** Into the document; the operation by default. */
  pointer?: string;
  /** The exchange that shows it. */
  exchange: Exchange;
}

/** A check of a sequence of requests. */
export type StateCheck<TObserved> = Check<TObserved, StateViolation>;

/** Runs checks on the observation of a client. */
export async function runStateChecks<TObserved extends { client: ResourceClient }>(
  checks: readonly StateCheck<TObserved>[],
  observed: TObserved,
): Promise<void> {
  const { client } = observed;
  await runSequenceChecks(checks, observed, {
    session: client.context.session,
    requestsBefore: (exchange) => client.requestsBefore(exchange),
  });
}

/** Runs checks on the observation of any sequence of requests. */
export async function runSequenceChecks<TObserved>(
  checks: readonly StateCheck<TObserved>[],
  observed: TObserved,
  {
    session,
    requestsBefore,
  }: {
    session: Session;
    requestsBefore: (exchange: Exchange) => readonly WireRequest[];
  },
): Promise<void> {
  for (const check of checks) {
    for (const { operation, exchange, ...violation } of await check.run(observed)) {
      const evidence = { ...exchange, operation, before: requestsBefore(exchange) };
      session.report(check, { pointer: operation.pointer, ...violation }, evidence);
    }
  }
}

/** Returns the basis of expecting 404: a promise only if the document has such a status for missing resources. */
export function findMissing404Basis(operation: Operation, operations: readonly Operation[]): Basis {
  const isCovered = operation.responses.some(({ status }) => /^(?:4XX|default)$/i.test(status));
  return isCovered || promisesMissing(operation, operations) ? 'promise' : 'convention';
}

/**
 * Whether an operation documents that its resource may be missing. A document whose operations without a path parameter all have
 * a 404, too, has it for unknown paths: generators add such a status to every operation.
 */
export function promisesMissing(operation: Operation, operations: readonly Operation[]): boolean {
  const general = operations.filter(({ path }) => !path.includes('{'));
  const isGeneral = (status: string) =>
    general.length > 0 && general.every(({ responses }) => responses.some((one) => one.status === status));
  return ['404', '410'].some(
    (status) => operation.responses.some((one) => one.status === status) && !isGeneral(status),
  );
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
