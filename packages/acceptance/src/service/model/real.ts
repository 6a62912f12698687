import type { InProcessOperator } from '../../support/in-process-operator.ts';
import type { Harness } from '../end-to-end/harness.ts';

/** The service under test, and the limits that it was started with. */
export interface Real {
  readonly harness: Harness;
  readonly operator: InProcessOperator;
  readonly taskTimeoutMs: number;
}
