/** Figures for the pages that show them live: read once for all who look at the same, however many they are. */
import { type Overview, readOverview, type Window } from '../credits/overview.queries.ts';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { Poller } from '../periodic/poller.ts';
import type { Log } from '../telemetry/log.ts';

/** The figures that a listener requests. */
export interface OverviewSubject {
  readonly ownerId: string;
  readonly mode: Mode | undefined;
  readonly window: Window;
}

type Listener = (overview: Overview) => void;

interface Watched {
  readonly subject: OverviewSubject;
  readonly listeners: Set<Listener>;
  sent: string | undefined;
  sentAt: number;
}

export interface FeedOptions {
  /** How often figures that somebody looks at are read. */
  readonly pollMs: number;
  /** How often they are sent although none of them changed. */
  readonly repeatMs: number;
}

/** The figures of an owner with millions of unfinished tasks take seconds to read. */
const PAUSE = 9;
const OPTIONS: FeedOptions = { pollMs: 2_000, repeatMs: 15_000 };

/** A feed of figures. It reads nothing while it has no listeners. */
export class OverviewFeed {
  readonly #database: Database;
  readonly #options: FeedOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #poller: Poller;

  constructor({ database, log }: { readonly database: Database; readonly log: Log }, options = OPTIONS) {
    this.#database = database;
    this.#options = options;
    this.#poller = new Poller({
      poll: () => this.#poll(),
      isNeeded: () => this.#watched.size > 0,
      everyMs: options.pollMs,
      pause: PAUSE,
      log,
      failure: 'the figures of overviews could not be read',
    });
  }

  /** Sends the figures to a listener at once, when they change, and every `repeatMs`, until the returned function is called. */
  watch(subject: OverviewSubject, listener: Listener): () => void {
    const key = JSON.stringify([subject.ownerId, subject.mode, subject.window]);
    const watched = this.#watched.get(key) ?? {
      subject,
      listeners: new Set<Listener>(),
      sent: undefined,
      sentAt: 0,
    };
    this.#watched.set(key, watched);
    watched.listeners.add(listener);
    // A new listener has received no figures.
    watched.sent = undefined;
    this.#poller.start();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#watched.delete(key);
    };
  }

  /** Reads one subject at a time, so that the feed uses at most one connection of the database. */
  async #poll(): Promise<void> {
    const failures: unknown[] = [];
    for (const watched of this.#watched.values()) {
      try {
        const now = new Date();
        const overview = await readOverview(this.#database, watched.subject, {
          window: watched.subject.window,
          now,
        });
        this.#notify(watched, overview);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${this.#watched.size} overviews failed`);
  }

  #notify(watched: Watched, overview: Overview): void {
    const { at, ...figures } = overview;
    const sent = JSON.stringify(figures);
    const isDue = at.getTime() - watched.sentAt >= this.#options.repeatMs;
    if (sent === watched.sent && !isDue) return;
    watched.sent = sent;
    watched.sentAt = at.getTime();
    for (const listener of watched.listeners) listener(overview);
  }
}
