import type fc from 'fast-check';
import { checkInvariants } from './invariants.ts';
import type { Model } from './model.ts';
import type { Real } from './real.ts';

/** One action on model and service. */
export type Action = (model: Model, real: Real) => Promise<void>;

/** Makes a command of an action: it does it, compares, and then holds every invariant. */
export function step(
  name: string,
  act: Action,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.AsyncCommand<Model, Real> {
  return {
    check,
    async run(model, real) {
      await act(model, real);
      await checkInvariants(model, real);
    },
    toString: () => name,
  };
}
