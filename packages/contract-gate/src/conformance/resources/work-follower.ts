// Reads work until it ends: `POST /exports` starts it, `GET /exports/{id}` has its state.
import { isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import {
  listStarted,
  readWork,
  resolveCall,
  type StartedWork,
  type Work,
  type WorkCall,
  type WorkState,
} from '@keyframe/openapi-resources';
import { type Draft, sentValue, withBodyValue, withParameters } from '../requests/draft.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';
import { evaluateExpression, toRuntimeExchange } from './evaluate-expression.ts';
import type { ListDrafts } from './request-binder.ts';
import type { Resource } from './resource.ts';

const LONGEST_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
// Other parts of a run need time, too.
const SHARE = 0.2;
// A service may need some time until it finds what it has accepted.
const MOST_UNFOUND = 4;
const GONE = 410;

/** A response of a reader, and the state in it. */
export interface WorkReading extends WorkState {
  exchange: Exchange;
}

/** Work that was read until its end, or as long as a run can wait. */
export interface FollowedWork {
  started: StartedWork;
  /** The exchange that started it. */
  start: Exchange;
  /** In order, without responses that have no state. */
  readings: readonly WorkReading[];
  /** The response that ended the reads without an end of the work, such as 404; undefined for work that has expired. */
  failure: Exchange | undefined;
  /** Whether the work was read as long as a run can wait. */
  isUnfinished: boolean;
}

/** Starts of work, and reads of its state. */
export class WorkFollower {
  readonly works: readonly Work[];
  readonly #session: Session;
  readonly #listDrafts: ListDrafts;
  readonly #waiting = new WeakMap<Exchange, Promise<unknown>>();
  // Work that takes longer than a run can wait.
  readonly #unfinished = new Set<Work>();

  constructor(works: readonly Work[], session: Session, listDrafts: ListDrafts) {
    this.works = works;
    this.#session = session;
    this.#listDrafts = listDrafts;
  }

  /** Waits until the work of a resource has ended; returns at once for any other resource. */
  async waitForEnd({ created }: Resource): Promise<void> {
    const [started] = created ? this.list(created) : [];
    if (!created || !started || this.#unfinished.has(started.work)) return;
    const waiting = this.#waiting.get(created) ?? this.follow(started, created);
    this.#waiting.set(created, waiting);
    await waiting;
  }

  /** Lists the work that an exchange has started. */
  list(exchange: Exchange): StartedWork[] {
    const works = this.works.filter(({ start }) => start === exchange.operation);
    const pieces: StartedWork[] = [];
    for (const work of works) pieces.push(...listStarted(work, toRuntimeExchange(exchange)));
    return pieces;
  }

  /** Reads work until it ends. */
  async follow(started: StartedWork, start: Exchange): Promise<FollowedWork> {
    const { clock, remainingMs, options } = this.#session;
    const readings: WorkReading[] = [];
    const followed = { started, start, readings, failure: undefined, isUnfinished: false };
    const longestMs = options.phases ? Number.POSITIVE_INFINITY : LONGEST_MS;
    const until = clock.now() + Math.min(longestMs, remainingMs * SHARE);
    let unfound = 0;
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !this.#session.isOver;
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
    ) {
      const exchange = await this.#read(started);
      if (!exchange) return followed;
      const reading = this.#readState(started, exchange);
      if (reading) readings.push(reading);
      else if (isSuccess(exchange) || this.#hasExpired(readings.at(-1), exchange, started)) return followed;
      else unfound += 1;
      if (reading && !['unknown', 'waiting'].includes(reading.phase)) return followed;
      if (unfound >= MOST_UNFOUND) return { ...followed, failure: exchange };
      const nextMs = Math.max(pauseMs, readPause(exchange));
      if (clock.now() + nextMs > until) {
        this.#unfinished.add(started.work);
        // A service may ask for a longer pause than a run has.
        return { ...followed, isUnfinished: nextMs === pauseMs };
      }
      await clock.sleep(nextMs);
    }
    return followed;
  }

  /** Reads the state of work once; undefined without one. */
  async readOnce(started: StartedWork): Promise<WorkReading | undefined> {
    const exchange = await this.#read(started);
    return exchange && this.#readState(started, exchange);
  }

  /** Sends a request about work; undefined if it lacks a value, or no response arrived. */
  async call(call: WorkCall, started: StartedWork): Promise<Exchange | undefined> {
    const values = resolveCall(call, started);
    const draft = values && this.createDraft(call.operation, values);
    return draft && this.#session.send(draft);
  }

  /** Creates a request from values by location and name. */
  createDraft(operation: Operation, values: Readonly<Record<string, string>>): Draft | undefined {
    const [template] = this.#listDrafts(operation);
    if (!template) return undefined;
    const entries = Object.entries(values).map(([key, value]) => [key.replace('.', ':'), value] as const);
    const named = withParameters(
      template,
      entries.filter(([key]) => !key.startsWith('body:')),
    );
    const members = entries.filter(([key]) => key.startsWith('body:'));
    const body: JsonValue = { ...Object(sentValue(named)) };
    for (const [key, value] of members) if (isJsonObject(body)) body[key.slice('body:'.length)] = value;
    return members.length > 0 ? withBodyValue(named, body) : named;
  }

  // Work that still waits is gone after the time in its last state, or with 410.
  #hasExpired(
    last: WorkReading | undefined,
    { response }: Exchange,
    { work: { expiry } }: StartedWork,
  ): boolean {
    if (!last) return false;
    const time = expiry === undefined ? undefined : readTime(evaluateExpression(expiry, last.exchange));
    return response.status === GONE || (time !== undefined && time <= this.#session.clock.now());
  }

  async #read({ work, parameters }: StartedWork): Promise<Exchange | undefined> {
    const draft = this.createDraft(work.reader, parameters);
    return draft && this.#session.send(draft);
  }

  #readState({ work }: StartedWork, exchange: Exchange): WorkReading | undefined {
    const isByStatus = work.states.state === '$statusCode';
    if (!isByStatus && !isSuccess(exchange)) return undefined;
    if (isByStatus && [404, 410].includes(exchange.response.status)) return undefined;
    const state = readWork(work, toRuntimeExchange(exchange), this.#session.conventions);
    return state.word === undefined ? undefined : { ...state, exchange };
  }
}

function readPause({ response }: Exchange): number {
  const seconds = Number(findHeader(response, 'retry-after') ?? 0);
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
}

// Seconds of this century have at most eleven digits.
const MOST_SECONDS = 1e11;

/** Reads a time as milliseconds since 1970: an ISO date, seconds, or milliseconds. */
export function readTime(value: unknown): number | undefined {
  const ms =
    typeof value === 'number' ? value * (value < MOST_SECONDS ? 1000 : 1) : Date.parse(String(value));
  return Number.isFinite(ms) ? ms : undefined;
}
