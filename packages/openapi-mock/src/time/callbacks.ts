// Sends callbacks: once for each state, signed, and only to addresses that are allowed.

import type { JsonValue } from '@keyframe/openapi-model';
import { signWebhook } from '@keyframe/openapi-runtime/standard-webhooks';
import {
  type Exchange,
  ExpressionError,
  type ExpressionTemplate,
  evaluateAddress,
  evaluateTemplate,
  parseTemplate,
} from '@keyframe/openapi-runtime/wire';
import { CallbackUrlInvalidError } from '../callback-url-invalid-error.ts';
import type { Call, Engine } from '../engine.ts';
import type { DerivedKind } from '../state/derive-kinds.ts';
import type { StateCallback } from '../state/state-machine.ts';
import type { Delivery, Origin, Progress, Resource, World } from '../state/world.ts';
import { fillCallbackBody } from './callback-body.ts';
import { findAddressProblem, isHttpUrl } from './callback-guard.ts';
import { findDueTime, STEP_MS } from './progress.ts';
import { SendSlots } from './send-slots.ts';

/** The secret that signs all callbacks of a mock, for tests of receivers. It protects nothing. */
export const TEST_SECRET = 'whsec_bW9jay10ZXN0LXNlY3JldC1mb3ItY2FsbGJhY2tz';
const FORGED_SECRET = 'whsec_Zm9yZ2VkLXNlY3JldC1vZi1uby1vbmUtYXQtYWxsIQ==';

const TIMEOUT_MS = 10_000;
// A late callback comes this many steps after its state.
const LATE_STEPS = 5;

/** Settings of callbacks. */
export interface CallbackOptions {
  fetch: typeof fetch;
  secret: string;
  /** Hosts, with or without port, beside this machine. */
  allowed: readonly string[];
}

/** An event that callbacks are sent for. */
export interface CallbackEvent {
  world: World;
  resource: Resource;
  kind: DerivedKind;
  /** The state that was entered; undefined for the creation. */
  state: string | undefined;
}

/** Sends the callbacks of resources. */
export class CallbackSender {
  readonly #engine: Engine;
  readonly #options: CallbackOptions;
  readonly #ends = new Set<() => void>();
  readonly #pending = new Set<Promise<void>>();
  readonly #slots = new SendSlots();
  readonly #templates = new Map<string, ExpressionTemplate | undefined>();
  #isClosed = false;

  constructor(engine: Engine, options: CallbackOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Evaluates the addresses of callbacks from the request that creates a resource; undefined if it names none. */
  describeOrigin({ callbacks }: DerivedKind, call: Call): Origin | undefined {
    const addresses = new Map<string, string>();
    for (const { name, expression } of callbacks) {
      const address = this.#evaluate(expression, call);
      if (address !== undefined) addresses.set(name, address);
    }
    if (addresses.size === 0) return undefined;
    const { name: world } = call.world;
    return { addresses, fault: call.preferences.callback, world, ends: new Set(), isRemoved: false };
  }

  #evaluate(expression: string, call: Call): string | undefined {
    if (!this.#templates.has(expression)) this.#templates.set(expression, parseExpression(expression));
    const template = this.#templates.get(expression);
    return template && evaluate(template, call);
  }

  /** Sends the callbacks that belong to a state. */
  send({ world, resource, kind, state }: CallbackEvent): void {
    const { origin, progress } = resource;
    if (!origin) return;
    for (const callback of kind.callbacks) {
      const url = origin.addresses.get(callback.name);
      if (callback.state !== state || url === undefined) continue;
      const id = `msg_${resource.id}_${callback.name}`;
      const body = this.#writeBody(callback, resource, kind);
      const requestedAt = this.#engine.clock.now();
      const about = { callback: callback.name, resource: resource.id };
      const delivery: Delivery = { id, url, body, requestedAt, ...about, result: 'pending' };
      world.addDelivery(delivery);
      this.#deliver(delivery, origin, progress);
    }
  }

  /** Sends a callback at once, and waits for its response; throws CallbackUrlInvalidError. */
  async sendNow(delivery: Delivery): Promise<Delivery> {
    if (!isHttpUrl(delivery.url)) throw new CallbackUrlInvalidError(delivery.url);
    await this.#attempt(delivery, this.#options.secret);
    return delivery;
  }

  /** Runs a function when the next state is due, unless the resource is removed or the mock is closed before. */
  schedule(progress: Progress, origin: Origin, run: () => void): void {
    const due = findDueTime(progress);
    if (due === Number.POSITIVE_INFINITY) return;
    this.#runAfter(Math.max(due - this.#engine.clock.now(), 0), origin, () => {
      if (!this.#isEnded(origin)) run();
    });
  }

  /** Waits for the callbacks that are being sent or that wait, but not for those that follow. */
  async flush(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Ends all timers and waits; callbacks that are being sent already go on. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#ends]) end();
  }

  #isEnded({ isRemoved }: Origin): boolean {
    return this.#isClosed || isRemoved;
  }

  #runAfter(milliseconds: number, origin: Origin, run: () => void): void {
    this.#runAfterWait(origin, (end) => this.#engine.clock.after(milliseconds, end), run);
  }

  // A removal ends the wait at once, because a timer or a queue keeps its resource in memory.
  #runAfterWait<TResult>(origin: Origin, wait: (end: () => TResult) => () => void, run: () => TResult): void {
    // The clock of a test may call before it returns.
    let cancel = (): void => undefined;
    const end = () => {
      cancel();
      this.#ends.delete(end);
      origin.ends.delete(end);
      return run();
    };
    this.#ends.add(end);
    origin.ends.add(end);
    if (this.#isEnded(origin)) end();
    else cancel = wait(end);
  }

  #deliver(delivery: Delivery, origin: Origin, progress: Progress | undefined): void {
    const { fault } = origin;
    if (fault === 'never') {
      delivery.result = 'not sent: callback=never';
      return;
    }
    const secret = fault === 'forged' ? FORGED_SECRET : this.#options.secret;
    const post = () => this.#post(delivery, secret, origin);
    if (fault === 'twice') post();
    const step = STEP_MS[progress?.pace ?? 'real'];
    if (fault === 'late') this.#runAfter(LATE_STEPS * Math.min(step, STEP_MS.real), origin, post);
    else post();
  }

  #post(delivery: Delivery, secret: string, origin: Origin): void {
    const full = this.#slots.isFull(origin.world) ? 'too many callbacks were waiting already' : undefined;
    const obstacle = this.#findObstacle(delivery, origin) ?? full;
    if (obstacle !== undefined) {
      delivery.result = `not sent: ${obstacle}`;
      return;
    }
    const sent = new Promise<void>((resolve) => {
      const attempt = () => this.#attempt(delivery, secret, origin).finally(resolve);
      this.#runAfterWait(origin, (end) => this.#slots.run(origin.world, end), attempt);
    });
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }

  #findObstacle({ url }: Delivery, origin: Origin | undefined): string | undefined {
    if (this.#isClosed) return 'the mock was closed';
    if (origin?.isRemoved) return 'the resource was removed';
    return findAddressProblem(url, this.#options.allowed);
  }

  async #attempt(delivery: Delivery, secret: string, origin?: Origin): Promise<void> {
    const { url, id } = delivery;
    const obstacle = this.#findObstacle(delivery, origin);
    if (obstacle !== undefined) {
      delivery.result = `not sent: ${obstacle}`;
      return;
    }
    try {
      const signed = await signWebhook(delivery.body, { secret, id, timestamp: this.#engine.clock.now() });
      const response = await this.#options.fetch(url, {
        method: 'POST',
        headers: signed.headers,
        body: signed.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      delivery.result = response.status;
      await response.body?.cancel();
    } catch (error) {
      delivery.result = `failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #writeBody({ media }: StateCallback, { value }: Resource, { envelope }: DerivedKind): JsonValue {
    const { schema } = media;
    const { schemas, bodies } = this.#engine;
    // The server sends it, so it has the members that only the server sets.
    const directed = schema && { schema, direction: 'response' as const };
    const accepts = (body: JsonValue) => !directed || schemas.accepts(directed, body);
    const template = bodies.find(media) ?? {};
    if (directed && accepts(value) && schema.schema !== true && isSameShape(value, template)) return value;
    return fillCallbackBody({ template, value, idProperty: envelope.idProperty, accepts });
  }
}

function isSameShape(value: JsonValue, template: JsonValue): boolean {
  const names = (one: JsonValue) => Object.keys(Object(one)).toSorted().join('\n');
  return names(value) === names(template);
}

function parseExpression(text: string): ExpressionTemplate | undefined {
  return ignoreExpressionErrors(() => parseTemplate(text));
}

function evaluate(template: ExpressionTemplate, call: Call): string | undefined {
  const { url, operation, headers, parameters, body } = call;
  const path: Record<string, string> = {};
  for (const [key, value] of parameters) if (key.startsWith('path:')) path[key.slice(5)] = String(value);
  const exchange: Exchange = {
    request: { url: url.href, method: operation.method.toUpperCase(), headers, path, body },
  };
  return ignoreExpressionErrors(() => {
    // Most requests name no address; an error for each would cost more than everything else.
    const isMissing = template.parts.some(
      (part) =>
        typeof part !== 'string' &&
        evaluateTemplate({ text: part.text, isBare: true, parts: [part] }, exchange) === undefined,
    );
    return isMissing ? undefined : evaluateAddress(template, exchange);
  });
}

function ignoreExpressionErrors<TResult>(run: () => TResult): TResult | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
