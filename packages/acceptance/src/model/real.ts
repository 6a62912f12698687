import type { Harness } from '../harness.ts';
import type { InProcessOperator } from '../in-process-operator.ts';

/** The service under test, and the limits that it was started with. */
export interface Real {
  readonly harness: Harness;
  readonly desk: InProcessOperator;
  readonly taskTimeoutMs: number;
}
