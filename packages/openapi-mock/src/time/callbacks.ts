// Sends callbacks: once for each state, signed, and only to addresses that are allowed.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type DerivedKind, listCallbacks, type StateCallback } from '@keyframe/openapi-resources';
import { signWebhook } from '@keyframe/openapi-runtime/client';
import { CallbackUrlInvalidError } from '../callback-url-invalid-error.ts';
import type { Call, Engine, ResponseFacts } from '../engine.ts';
import type { Delivery, Origin, Progress, Resource, World } from '../state/world.ts';
import { CallbackAddresses } from './callback-addresses.ts';
import { fillCallbackBody } from './callback-body.ts';
import { findAddressProblem, isHttpUrl } from './callback-guard.ts';
import { describeFailure } from './describe-failure.ts';
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
  kind: Pick<DerivedKind, 'callbacks' | 'envelope'>;
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
  readonly #addresses = new CallbackAddresses();
  #isClosed = false;

  constructor(engine: Engine, options: CallbackOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Evaluates the addresses of callbacks of an operation from a request and its response; undefined if they name none. */
  describeOrigin(
    callbacks: readonly StateCallback[],
    call: Call,
    response: ResponseFacts,
  ): Origin | undefined {
    const ownCallbacks = callbacks.filter(({ source }) => source === call.operation);
    const addresses = this.#addresses.find(ownCallbacks, call, response);
    if (addresses.size === 0) return undefined;
    const { name: world } = call.world;
    return { addresses, fault: call.preferences.callback, world, ends: new Set(), isRemoved: false };
  }

  /** Sends the callbacks that belong to a state. */
  send({ world, resource, kind, state }: CallbackEvent): void {
    const { origin, progress, value, id } = resource;
    if (!origin) return;
    const { idProperty } = kind.envelope;
    for (const callback of kind.callbacks) {
      const url = origin.addresses.get(callback);
      if (callback.state !== state || url === undefined) continue;
      const body = this.#writeBody(callback, value, idProperty);
      const delivery = this.#createDelivery(callback, { id: `msg_${id}_${callback.name}`, url, body });
      world.addDelivery(Object.assign(delivery, { resource: id }));
      this.#deliver(delivery, origin, progress);
    }
  }

  /** Sends the callbacks of an operation without resources after each successful response. */
  sendStateless(call: Call, response: ResponseFacts): void {
    if (response.status >= 400) return;
    const callbacks = listCallbacks(call.operation);
    const origin = this.describeOrigin(callbacks, call, response);
    const value = { ...toObject(call.body), ...toObject(response.body) };
    for (const callback of callbacks) {
      const url = origin?.addresses.get(callback);
      if (!origin || url === undefined) continue;
      const id = `msg_${crypto.randomUUID()}`;
      const delivery = this.#createDelivery(callback, {
        id,
        url,
        body: this.#writeBody(callback, value, undefined),
      });
      call.world.addDelivery(delivery);
      this.#deliver(delivery, origin, undefined);
    }
  }

  #createDelivery(
    { name, operation }: StateCallback,
    facts: Pick<Delivery, 'body' | 'id' | 'url'>,
  ): Delivery {
    const method = operation.method.toUpperCase();
    const requestedAt = this.#engine.clock.now();
    return { ...facts, callback: name, method, requestedAt, resource: '', result: 'pending' };
  }

  /** Sends a callback at once, and waits for its response; throws CallbackUrlInvalidError. */
  async sendNow(callback: string, url: string, body: JsonValue): Promise<Delivery> {
    if (!isHttpUrl(url)) throw new CallbackUrlInvalidError(url);
    const id = `msg_${crypto.randomUUID()}`;
    const requestedAt = this.#engine.clock.now();
    const delivery = { id, callback, url, body, requestedAt, resource: '', result: 'pending' };
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
    const completion = new Promise<void>((resolve) => {
      const attempt = () => this.#attempt(delivery, secret, origin).finally(resolve);
      this.#runAfterWait(origin, (end) => this.#slots.run(origin.world, end), attempt);
    });
    this.#pending.add(completion);
    void completion.then(() => this.#pending.delete(completion));
  }

  #findObstacle({ url }: Delivery, origin: Origin | undefined): string | undefined {
    if (this.#isClosed) return 'the mock was closed';
    if (origin?.isRemoved) return 'the resource was removed';
    return findAddressProblem(url, this.#options.allowed);
  }

  async #attempt(delivery: Delivery, secret: string, origin?: Origin): Promise<void> {
    const { url, id, method = 'POST' } = delivery;
    const obstacle = this.#findObstacle(delivery, origin);
    if (obstacle !== undefined) {
      delivery.result = `not sent: ${obstacle}`;
      return;
    }
    try {
      const options = { secret, id, timestamp: this.#engine.clock.now() };
      // Only a body can be signed.
      const message =
        delivery.body === undefined
          ? { headers: { 'webhook-id': id } }
          : await signWebhook(delivery.body, options);
      const response = await this.#options.fetch(url, {
        method,
        ...message,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      delivery.result = response.status;
      await response.body?.cancel();
    } catch (error) {
      delivery.result = `failed: ${describeFailure(error)}`;
    }
  }

  #writeBody(
    { media, operation }: StateCallback,
    value: JsonObject,
    idProperty: string | undefined,
  ): JsonValue | undefined {
    if (!media || operation.method === 'get') return undefined;
    const { schema } = media;
    const { schemas, bodies } = this.#engine;
    // The server sends it, so it has the members that only the server sets.
    const directed = schema && { schema, direction: 'response' as const };
    const accepts = (body: JsonValue) => !directed || schemas.accepts(directed, body);
    const template = bodies.find(media) ?? {};
    if (directed && accepts(value) && schema.schema !== true && isSameShape(value, template)) return value;
    return fillCallbackBody({ template, value, idProperty, accepts });
  }
}

function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isSameShape(value: JsonValue, template: JsonValue): boolean {
  const names = (object: JsonValue) => Object.keys(Object(object)).toSorted().join('\n');
  return names(value) === names(template);
}
