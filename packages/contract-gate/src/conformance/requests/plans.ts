// The valid requests of every operation, and which of them are known to work.
import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import type { Session } from '../session.ts';
import { type BaseDraft, baseDrafts, parameterValue } from './base-drafts.ts';
import type { Draft } from './draft.ts';

/** Changes a draft so that the server under test calls back nobody but the gate. */
export type PrepareDraft = (draft: Draft) => Draft;

/** Keeps the drafts of operations. */
export class Plans {
  readonly #session: Session;
  readonly #isBound: (path: string) => boolean;
  readonly #prepare: PrepareDraft;
  readonly #drafts = new Map<Operation, BaseDraft[]>();
  readonly #working = new Map<Operation, Draft[]>();

  constructor(session: Session, isBound: (path: string) => boolean, prepare: PrepareDraft) {
    this.#session = session;
    this.#isBound = isBound;
    this.#prepare = prepare;
  }

  /** Lists the valid drafts of an operation, as they were made. */
  made(operation: Operation): readonly BaseDraft[] {
    const existing = this.#drafts.get(operation);
    if (existing) return existing;
    const drafts = baseDrafts(operation, this.#options).map((draft) => ({
      ...draft,
      ...this.#prepare(draft),
    }));
    this.#drafts.set(operation, drafts);
    return drafts;
  }

  /** Lists the drafts that the server has carried out. */
  working(operation: Operation): readonly Draft[] {
    return this.#working.get(operation) ?? [];
  }

  /** Lists the valid drafts of an operation, those that work first. */
  readonly best = (operation: Operation): readonly Draft[] => {
    const working = this.working(operation);
    return working.length > 0 ? working : this.made(operation);
  };

  /** Notes that the server has carried out a draft. */
  noteWorking(draft: Draft): void {
    const working = this.#working.get(draft.operation) ?? [];
    this.#working.set(draft.operation, [...working, draft]);
  }

  /** Gives a valid value of a parameter. */
  readonly valueFor = (parameter: Parameter): JsonValue | undefined =>
    parameterValue(parameter, this.#options);

  /** Makes a draft safe to send, see `PrepareDraft`. */
  prepare(draft: Draft): Draft {
    return this.#prepare(draft);
  }

  get #options() {
    const { model, requests, options } = this.#session;
    return { document: model.document, space: requests, seed: options.seed, isBound: this.#isBound };
  }
}
