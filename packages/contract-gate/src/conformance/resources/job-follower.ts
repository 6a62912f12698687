// Polls jobs until they end: `POST /exports` returns 202, `GET /exports/{id}` the state.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { isFinalState } from '@keyframe/openapi-resources';
import { withParameters } from '../requests/draft.ts';
import { bodyValue, isSuccess, type Session } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';
import type { Collection } from './collections.ts';
import type { ListDrafts } from './request-binder.ts';
import { pathValues, type Resource } from './resource.ts';

const LONGEST_MS = 10_000;
const PAUSE_MS = 250;
// Other parts of a run need time, too.
const SHARE = 0.2;

/** Waits for jobs. */
export class JobFollower {
  readonly #session: Session;
  readonly #listDrafts: ListDrafts;
  readonly #waiting = new WeakMap<Resource, Promise<void>>();
  // Jobs that take longer than a run can wait.
  readonly #endless = new Set<Collection>();

  constructor(session: Session, listDrafts: ListDrafts) {
    this.#session = session;
    this.#listDrafts = listDrafts;
  }

  /** Waits until the job of a resource has ended; returns at once for any other resource. */
  waitForEnd(resource: Resource): Promise<void> {
    const { collection, created } = resource;
    if (created?.response.status !== 202 || this.#endless.has(collection)) return Promise.resolve();
    const waiting = this.#waiting.get(resource) ?? this.#poll(resource);
    this.#waiting.set(resource, waiting);
    return waiting;
  }

  async #poll(resource: Resource): Promise<void> {
    const { collection, segments } = resource;
    const session = this.#session;
    const template = collection.read && this.#listDrafts(collection.read)[0];
    if (!collection.read || !template) return;
    const draft = withParameters(template, pathValues(collection.read, segments));
    const until = session.clock.now() + Math.min(LONGEST_MS, session.remainingMs * SHARE);
    while (session.clock.now() < until && !session.isOver) {
      const exchange = await session.send(draft);
      if (!exchange || !isSuccess(exchange) || this.#hasEnded(bodyValue(exchange))) return;
      const seconds = Number(findHeader(exchange.response, 'retry-after') ?? 0);
      await session.clock.sleep(Math.max(PAUSE_MS, seconds * 1_000));
    }
    this.#endless.add(collection);
  }

  // A representation without a state does not change.
  #hasEnded(value: JsonValue | undefined): boolean {
    if (!isJsonObject(value)) return true;
    const { conventions } = this.#session;
    const inner = conventions
      .list('envelope')
      .map((name) => value[name])
      .find(isJsonObject);
    const states = Object.entries({ ...inner, ...value }).filter(
      ([name, state]) => typeof state === 'string' && conventions.matches('volatile', name),
    );
    return states.length === 0 || states.some(([, state]) => isFinalState(String(state), conventions));
  }
}
