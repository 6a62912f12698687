import { isJsonObject } from '@keyframe/openapi-model';
import { Conventions } from '../conventions/conventions.ts';

/** Reads the state of work in its representation. */
export class WorkStates {
  readonly conventions: Conventions;

  constructor(conventions = new Conventions()) {
    this.conventions = conventions;
  }

  /** Returns the state of a resource; of several members, that with the shortest name. */
  find(body: unknown): string | undefined {
    if (!isJsonObject(body)) return undefined;
    const states = Object.entries(body).filter(
      ([name, value]) => typeof value === 'string' && this.conventions.matches('state', name),
    );
    const [state] = states.toSorted(([left], [right]) => left.length - right.length);
    return state && String(state[1]);
  }

  /** Reports whether a resource is in a state that other states follow. */
  isPending(body: unknown): boolean {
    return this.conventions.matches('pendingState', this.find(body) ?? '');
  }

  /** Reports whether a resource is in a state in which its work has failed. */
  hasFailed(body: unknown): boolean {
    return this.conventions.matches('failedState', this.find(body) ?? '');
  }

  /** Reports whether a resource is in a state in which its work was cancelled. */
  isCancelled(body: unknown): boolean {
    return this.conventions.matches('cancelledState', this.find(body) ?? '');
  }
}
