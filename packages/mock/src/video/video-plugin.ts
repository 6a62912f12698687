// The part of the service that its contract does not specify: prices and balances, results that play, and the
// directives of test keys.
import type {
  Call,
  MockPlugin,
  MockReply,
  MockRequest,
  Outcome,
  StateEvent,
  World,
} from '@keyframe/openapi-mock';
import { listDeliveries } from './deliveries.ts';
import { type Directives, readDirectives } from './directives.ts';
import { computePrice, type PricedModel, type PricedRequest } from './price.ts';
import { SandboxCallbacks } from './sandbox-callbacks.ts';
import { RESULTS_PATH, serveVideo } from './serve-video.ts';

type JsonObject = StateEvent['value'];

interface Balance {
  mode: 'live' | 'test';
  available: number;
  reserved: number;
}

interface Generation extends PricedRequest {
  input: PricedRequest['input'] & { prompt: string };
}

/** Settings of the plug-in. */
export interface VideoPluginOptions {
  models: readonly PricedModel[];
  /** Milliseconds since 1970. */
  now: () => number;
}

const FIRST_BALANCE = 100_000;
const RESULT_LIFETIME_MS = 86_400_000;

/** Adds prices, results and directives to the mock of the contract. */
export class VideoPlugin implements MockPlugin {
  readonly #models: readonly PricedModel[];
  readonly #now: () => number;
  readonly #balances = new WeakMap<World, Balance>();
  readonly #callbacks = new WeakMap<World, SandboxCallbacks>();
  // Results are at the address under which the mock was called.
  #address = 'http://127.0.0.1';

  constructor({ models, now }: VideoPluginOptions) {
    this.#models = models;
    this.#now = now;
  }

  serve(request: MockRequest): MockReply | undefined {
    return serveVideo(request);
  }

  before({
    operation,
    url,
    basePath,
    world,
    headers,
    body,
    parameters,
    preferences,
  }: Call): Outcome | undefined {
    this.#address = `${url.origin}${basePath}`;
    const balance = this.#getBalance(world);
    balance.mode = isTestKey(headers) ? 'test' : 'live';
    if (operation.id === 'getCredits') return { status: 200, body: { ...balance } };
    if (operation.id === 'listSandboxCallbacks') {
      return balance.mode === 'test' ? this.#getCallbacks(world).list(parameters) : { status: 403 };
    }
    if (operation.id !== 'createVideoGeneration') return undefined;
    const generation = body as unknown as Generation;
    const required = computePrice(generation, this.#models);
    if (required > balance.available) return refuseUnpaid(required, balance);
    const { failedReason, delayMs } = this.#readDirectives(generation, balance);
    if (failedReason !== undefined) preferences.outcome = 'failed';
    if (delayMs > 0) preferences.hold = delayMs;
    return undefined;
  }

  after({ operation, body, world, parameters }: Call, outcome: Outcome): Outcome {
    if (outcome.status >= 400) return outcome;
    if (operation.id === 'createVideoGeneration') {
      const credits = computePrice(body as unknown as Generation, this.#models);
      return { ...outcome, body: { ...Object(outcome.body), credits } };
    }
    if (operation.id !== 'listTaskDeliveries') return outcome;
    return {
      ...outcome,
      body: { data: listDeliveries(world.deliveries, String(parameters.get('path:id'))) },
    };
  }

  enter(event: StateEvent): JsonObject {
    const value = this.#complete(event);
    if (event.state === 'completed' || event.state === 'failed') this.#getCallbacks(event.world).add(value);
    return value;
  }

  #complete({ world, id, value, state, request }: StateEvent): JsonObject {
    const generation = request as unknown as Generation;
    const balance = this.#getBalance(world);
    const credits = computePrice(generation, this.#models);
    if (state === 'queued') {
      balance.available -= credits;
      balance.reserved += credits;
    }
    if (state === 'completed') {
      balance.reserved -= credits;
      return { ...value, credits, data: this.#describeResult(id) };
    }
    if (state !== 'failed') return { ...value, credits };
    const { refundFails, failedReason = 'provider_failed' } = this.#readDirectives(generation, balance);
    balance.reserved -= credits;
    if (!refundFails) balance.available += credits;
    const billing = refundFails ? 'refund_failed' : 'refunded';
    return { ...value, credits, failed_reason: failedReason, billing_status: billing };
  }

  #getCallbacks(world: World): SandboxCallbacks {
    const callbacks = this.#callbacks.get(world) ?? new SandboxCallbacks();
    this.#callbacks.set(world, callbacks);
    return callbacks;
  }

  #getBalance(world: World): Balance {
    const balance = this.#balances.get(world) ?? { mode: 'test', available: FIRST_BALANCE, reserved: 0 };
    this.#balances.set(world, balance);
    return balance;
  }

  #readDirectives({ input }: Generation, { mode }: Balance): Directives {
    return readDirectives(input.prompt, mode === 'test');
  }

  #describeResult(id: string): JsonObject {
    return {
      results: [`${this.#address}${RESULTS_PATH}${encodeURIComponent(id)}.mp4`],
      video_expires_at: new Date(this.#now() + RESULT_LIFETIME_MS).toISOString(),
      last_frame_url: null,
      processing_time: 1.5,
    };
  }
}

function refuseUnpaid(required: number, { available }: Balance): Outcome {
  const message = `The task requires ${required} credits (${available} available).`;
  return { status: 402, body: { error: { code: 'insufficient_credits', message, required, available } } };
}

function isTestKey({ authorization = '' }: Call['headers']): boolean {
  return !/^bearer sk_live_/i.test(authorization);
}
