// The valid requests of every operation, and those that succeeded.

import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { createRandom } from '@keyframe/openapi-schema/values';
import { type BaseDraft, baseDrafts, parameterValue } from '../requests/base-drafts.ts';
import type { Draft } from '../requests/draft.ts';
import { orderRanges } from '../requests/freshen.ts';
import type { Session } from './session.ts';

/** Changes a draft so that callbacks arrive only at the gate. */
export type PrepareDraft = (draft: Draft) => Draft;

/** Keeps the drafts of operations. */
export class Plans {
  readonly #session: Session;
  readonly #isBound: (path: string) => boolean;
  /** Makes a draft safe to send. */
  readonly prepare: PrepareDraft;
  readonly #drafts = new Map<Operation, BaseDraft[]>();
  readonly #working = new Map<Operation, Draft[]>();

  constructor(session: Session, isBound: (path: string) => boolean, prepare: PrepareDraft) {
    this.#session = session;
    this.#isBound = isBound;
    this.prepare = prepare;
  }

  /** Lists the valid drafts of an operation. */
  list(operation: Operation): readonly BaseDraft[] {
    const existing = this.#drafts.get(operation);
    if (existing) return existing;
    const { options } = this.#session;
    // A schema cannot say that a range ends after it starts.
    const order = (draft: BaseDraft) => orderRanges(draft, this.#session, createRandom(options.seed));
    const drafts = baseDrafts(operation, this.#options).map((draft) => ({
      ...draft,
      ...this.prepare(draft.example === undefined ? order(draft) : draft),
    }));
    this.#drafts.set(operation, drafts);
    return drafts;
  }

  /** Lists the drafts that succeeded. */
  working(operation: Operation): readonly Draft[] {
    return this.#working.get(operation) ?? [];
  }

  /** Lists the drafts that succeeded, or all valid drafts if none did. */
  readonly best = (operation: Operation): readonly Draft[] => {
    const working = this.working(operation);
    return working.length > 0 ? working : this.list(operation);
  };

  /** Stores a draft that succeeded. */
  noteWorking(draft: Draft): void {
    const working = this.#working.get(draft.operation) ?? [];
    this.#working.set(draft.operation, [...working, draft]);
  }

  /** Returns a valid value of a parameter. */
  readonly buildParameterValue = (parameter: Parameter): JsonValue | undefined =>
    parameterValue(parameter, this.#options);

  get #options() {
    const { model, requests, options, conventions } = this.#session;
    const { document } = model;
    return { document, requests, seed: options.seed, conventions, isBound: this.#isBound };
  }
}
