// Remembers how fresh the values of a request must be: a server rejects a second resource with the same name, usually with
// 409. A request that succeeded before and is rejected or fails now conflicts, too.
import type { Operation } from '@keyframe/openapi-model';
import type { Draft } from '../requests/draft.ts';
import { FRESHEST, type Freshness } from '../requests/freshen.ts';
import { isRejection } from '../session/observed-case.ts';
import type { Exchange } from '../session/session.ts';

const MOST_HOPELESS = 3;
const LEVELS: readonly Freshness[] = [1, 2, FRESHEST];

/** The freshness that each operation requires. */
export class Conflicts {
  readonly #freshness = new Map<Operation, Freshness>();
  readonly #hopeless = new Map<Operation, number>();
  readonly #succeeded = new WeakSet<Draft>();

  /** Lists what to try in turn until no conflict occurs. */
  listLevels(operation: Operation, least: Freshness = 0): Freshness[] {
    const noted = this.findLevel(operation);
    const known = noted > least ? noted : least;
    const isHopeless = (this.#hopeless.get(operation) ?? 0) >= MOST_HOPELESS;
    const fresher = LEVELS.filter((level) => level > known);
    return [known, ...(isHopeless ? fresher.slice(0, 1) : fresher)];
  }

  /** Returns the freshness that an operation requires; 0 if no request conflicted. */
  findLevel(operation: Operation): Freshness {
    return this.#freshness.get(operation) ?? 0;
  }

  /** Whether a response to a draft shows a conflict with existing resources. */
  isConflict(draft: Draft, exchange: Exchange | undefined): boolean {
    const { status = 0 } = exchange?.response ?? {};
    return status === 409 || ((isRejection(status) || status >= 500) && this.#succeeded.has(draft));
  }

  /** Remembers a draft that succeeded. */
  noteSuccess(draft: Draft): void {
    this.#succeeded.add(draft);
  }

  /** Remembers the level that caused no conflict; undefined if each did. */
  note(operation: Operation, level: Freshness | undefined): void {
    if (level === undefined) this.#hopeless.set(operation, (this.#hopeless.get(operation) ?? 0) + 1);
    else if (level !== 0) this.#freshness.set(operation, level);
  }
}
