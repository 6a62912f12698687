/** Figures for the pages that show them live: read once for all who look at the same, however many they are. */
import { type Overview, readOverview, type Window } from '../credits/overview.queries.ts';
import type { UsageFilter } from '../credits/usage.queries.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../telemetry/log.ts';

/** The figures that a listener requests. */
export interface OverviewSubject extends UsageFilter {
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

const OPTIONS: FeedOptions = { pollMs: 2_000, repeatMs: 15_000 };

/** The poller of the process, which pauses while it has no listeners. */
export class OverviewFeed {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: FeedOptions;
  readonly #watched = new Map<string, Watched>();
  #isPolling = false;

  constructor({ database, log }: { readonly database: Database; readonly log: Log }, options = OPTIONS) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
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
    if (!this.#isPolling) void this.#poll();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#watched.delete(key);
    };
  }

  /** Reads one subject at a time, so that the feed uses at most one connection of the database. */
  async #poll(): Promise<void> {
    this.#isPolling = true;
    for (const watched of this.#watched.values()) {
      try {
        const now = new Date();
        const overview = await readOverview(this.#database, watched.subject, {
          window: watched.subject.window,
          now,
        });
        this.#notify(watched, overview);
      } catch (error) {
        this.#log.warn({ err: error }, 'the figures of an overview could not be read');
      }
    }
    if (this.#watched.size === 0) {
      this.#isPolling = false;
      return;
    }
    setTimeout(() => void this.#poll(), this.#options.pollMs).unref();
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
