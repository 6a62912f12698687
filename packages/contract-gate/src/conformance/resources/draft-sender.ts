// Sends drafts to resources, and repeats those that fail for the state of the server.
import type { Draft } from '../requests/draft.ts';
import { type Freshness, freshen } from '../requests/freshen.ts';
import type { KeptPart } from '../requests/kept-part.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import type { Conflicts } from './conflicts.ts';

/** How a draft is bound. */
export interface BindOptions {
  /** Binds it to a new resource. */
  fresh?: boolean;
  /** The tested part, which stays. */
  kept?: KeptPart | undefined;
  /** The least freshness of its values. */
  freshness?: Freshness;
  /** The valid request that an invalid one was derived from. */
  twin?: Draft | undefined;
}

export interface DraftSenderOptions {
  session: Session;
  conflicts: Conflicts;
  bind: (draft: Draft, options: BindOptions) => Promise<Draft | undefined>;
  forgetBound: (draft: Draft) => void;
  forgetVersion: (exchange: Exchange) => void;
}

/** Sends drafts. */
export class DraftSender {
  readonly #options: DraftSenderOptions;

  constructor(options: DraftSenderOptions) {
    this.#options = options;
  }

  /**
   * Sends a draft. After a conflict, it is sent again to another resource, with values that are probably unique; after a 412,
   * with the current ETag.
   */
  async deliver(draft: Draft, options: BindOptions): Promise<Exchange | undefined> {
    const { conflicts, forgetBound } = this.#options;
    const { operation } = draft;
    let exchange: Exchange | undefined;
    for (const freshness of conflicts.listLevels(operation, options.freshness)) {
      if (exchange) forgetBound(draft);
      exchange = (await this.#deliverOnce(this.freshen(draft, freshness, options), options)) ?? exchange;
      if (exchange && isSuccess(exchange)) conflicts.noteSuccess(draft);
      if (conflicts.isConflict(draft, exchange)) continue;
      conflicts.note(operation, freshness);
      return exchange;
    }
    conflicts.note(operation, undefined);
    return exchange;
  }

  /** Replaces values that conflict. */
  freshen(draft: Draft, freshness: Freshness, { kept, twin }: BindOptions): Draft {
    const { session } = this.#options;
    return freshen(draft, session, { random: session.unrepeatable(), freshness, kept: kept?.body, twin });
  }

  async #deliverOnce(draft: Draft, options: BindOptions): Promise<Exchange | undefined> {
    const { session, bind, forgetVersion } = this.#options;
    const bound = await bind(draft, options);
    const exchange = bound && (await session.send(bound));
    if (exchange?.response.status !== 412) return exchange;
    forgetVersion(exchange);
    const again = await bind(draft, options);
    const write = ({ parameters }: Draft) => JSON.stringify([...parameters]);
    return again && write(again) !== write(exchange.draft) ? session.send(again) : exchange;
  }
}
