/**
 * Requests that wait for the end of their task, outside of the app. The app handles such a request twice: the first pass
 * ends without an answer, and the second one, after the wait, answers. In between, a request costs what Node holds of it
 * and a few small objects.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { RateDecision } from '../auth/rate.queries.ts';
import type {
  Subscriber,
  Subscription,
  TaskChange,
  TaskChanges,
  WatchedTask,
} from '../tasks/task-changes.ts';
import { countWaiting } from '../telemetry/metrics.ts';

/** Results of the first pass that the second one needs, since a request counts once. */
export interface FirstPass {
  readonly requestId: string;
  /** When the request arrived, by the clock of `performance.now`. */
  readonly startedMs: number;
  readonly decision: RateDecision;
  readonly taskDecision: RateDecision;
}

/** A request whose wait is over. */
export interface ResumedRequest extends FirstPass {
  /** Duration of the first pass. */
  readonly handledMs: number;
  readonly waitedMs: number;
}

/** Bindings and variables of an app whose requests may wait. */
export interface WaitEnv {
  /** Absent from an app that is not mounted on a server of Node; its requests do not wait. */
  Bindings: Partial<HttpBindings>;
  Variables: WaitVariables;
}

/** Variables of a request that may wait. */
export interface WaitVariables {
  requestId: string;
  startedMs: number;
  /** Set in the first pass of a request that waits. */
  parked: ParkedRequest;
  /** Set in the second pass. */
  resumed: ResumedRequest;
}

/** A wait of at most `ms` for the end of a task. */
export interface RequestedWait extends WatchedTask {
  readonly ms: number;
}

/** The waiting requests of a process. */
export class WaitingRequests {
  readonly #taskChanges: Pick<TaskChanges, 'subscribe'>;
  readonly #resumed = new WeakMap<IncomingMessage, ResumedRequest>();
  #listener: RequestListener | undefined;

  constructor(taskChanges: Pick<TaskChanges, 'subscribe'>) {
    this.#taskChanges = taskChanges;
  }

  /** Sets the listener of the app, which handles requests again after their wait. */
  resumeWith(listener: RequestListener): void {
    this.#listener = listener;
  }

  /** Holds back the answer of a request that waits; has to run before what else sees answers. */
  readonly middleware: MiddlewareHandler<WaitEnv> = async (context, next) => {
    const { incoming } = context.env ?? {};
    const resumed = incoming && this.#resumed.get(incoming);
    context.set('startedMs', performance.now());
    if (resumed !== undefined) context.set('resumed', resumed);
    await next();
    const parked = context.get('parked');
    if (parked === undefined) return;
    if (context.error !== undefined) return parked.cancel();
    // A response that replaces another one takes over its headers.
    context.res = undefined;
    context.res = RESPONSE_ALREADY_SENT;
    parked.release();
  };

  /** Begins the wait of a GET request that the app still handles; undefined if its owner has no room. */
  park(
    bindings: WaitEnv['Bindings'] | undefined,
    firstPass: FirstPass,
    { ms, ...task }: RequestedWait,
  ): ParkedRequest | undefined {
    const { outgoing } = bindings ?? {};
    // An answer to HEAD is a copy without a body, which cannot be held back.
    if (this.#listener === undefined || outgoing?.req.method !== 'GET') return undefined;
    const parked = new ParkedRequest(outgoing, firstPass, this.#resume);
    const subscription = this.#taskChanges.subscribe(task, parked);
    if (subscription === undefined) return undefined;
    parked.start(ms, subscription);
    return parked;
  }

  readonly #resume: Resume = (outgoing, resumed) => {
    this.#resumed.set(outgoing.req, resumed);
    this.#listener?.(outgoing.req, outgoing);
  };
}

type Resume = (outgoing: ServerResponse, resumed: ResumedRequest) => void;

/** A request that waits. There may be 10,000 of them, so it has no functions of its own. */
export class ParkedRequest implements Subscriber {
  readonly #outgoing: ServerResponse;
  readonly #firstPass: FirstPass;
  readonly #resume: Resume;
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #releasedMs: number | undefined;

  constructor(outgoing: ServerResponse, firstPass: FirstPass, resume: Resume) {
    this.#outgoing = outgoing;
    this.#firstPass = firstPass;
    this.#resume = resume;
  }

  start(ms: number, subscription: Subscription): void {
    this.#subscription = subscription;
    this.#timer = setTimeout(endWait, ms, this);
    countWaiting(1);
  }

  /** Ends the first pass: from now on the request is resumed as soon as its wait has ended. */
  release(): void {
    this.#releasedMs = performance.now();
    // The app's adapter holds its request until the response closes.
    this.#outgoing.removeAllListeners('close').on('close', () => this.cancel());
    if (this.#isEnded || this.#outgoing.destroyed) this.end();
  }

  notify(change: TaskChange): void {
    if (change !== 'started') this.end();
  }

  /** Ends the wait. */
  end(): void {
    this.cancel();
    const releasedMs = this.#releasedMs;
    if (releasedMs === undefined || this.#outgoing.destroyed) return;
    this.#outgoing.removeAllListeners('close');
    const handledMs = releasedMs - this.#firstPass.startedMs;
    this.#resume(this.#outgoing, { ...this.#firstPass, handledMs, waitedMs: performance.now() - releasedMs });
  }

  /** Ends the wait without an answer. */
  cancel(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#subscription?.end();
    countWaiting(-1);
  }
}

function endWait(parked: ParkedRequest): void {
  parked.end();
}
