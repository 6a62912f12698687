// Handles a request: route, credentials, validation, faults, effect, response.
import { findResponse, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { findSuccess } from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/wire';
import { findDefault } from '@keyframe/openapi-schema/facts';
import type { Call, Engine, Outcome } from './engine.ts';
import type { MockReply, MockRequest } from './exchange.ts';
import type { Faults } from './faults.ts';
import type { UnmountedRequest } from './mount.ts';
import type { MockPlugin } from './plugin.ts';
import { hasCredentials } from './request/credentials.ts';
import { ExampleMatcher } from './request/matching-example.ts';
import { type Pace, parsePreferences } from './request/preferences.ts';
import { describeProblem, nameMember, type RequestProblem } from './request/problem.ts';
import { RequestReader } from './request/request-reader.ts';
import type { Route } from './request/router.ts';
import { selectRange } from './response/byte-range.ts';
import { chooseMedia } from './response/choose-media.ts';
import type { ErrorResponses, MockProblem } from './response/error-response.ts';
import { writeResponse } from './response/write-response.ts';
import { runOnce } from './state/idempotency.ts';
import { DEFAULT_WORLD, type Worlds } from './state/worlds.ts';
import type { CallbackSender } from './time/callbacks.ts';
import type { Waits } from './time/waits.ts';
import { hashText } from './values/hash-text.ts';

/** The header that names the world of a request. */
export const WORLD_HEADER = 'Mock-World';
const WORLD_KEY = WORLD_HEADER.toLowerCase();

// Statuses that some documents describe for invalid requests instead of 400 and 422.
const OTHERS = [405, 406, 409, 412, 403];

/** Applies operations to the state. */
export interface Behavior {
  /** Reports whether an operation may have an effect here. */
  concerns: (operation: Operation) => boolean;
  /** Reports whether an operation needs a resource of the behavior around those that it acts on. */
  guards?: (operation: Operation) => boolean;
  run: (call: Call) => Outcome | undefined;
  /** Returns the time of the next state of the resource that a call reads; undefined if none follows. */
  findNextState?: (call: Call) => number | undefined;
}

/** The parts of a mock. */
export interface HandlerParts {
  engine: Engine;
  errors: ErrorResponses;
  worlds: Worlds;
  faults: Faults;
  plugins: readonly MockPlugin[];
  /** The credentials that are accepted; undefined for any. */
  credentials: readonly string[] | undefined;
  pace: Pace;
  behaviors: readonly Behavior[];
  callbacks: Pick<CallbackSender, 'sendStateless'>;
  waits: Waits;
}

/** Handles the requests of a mock. */
export class RequestHandler {
  readonly #parts: HandlerParts;
  readonly #reader: RequestReader;
  readonly #examples: ExampleMatcher;
  readonly #behaviors: ReadonlyMap<Operation, readonly Behavior[]>;

  constructor(parts: HandlerParts) {
    this.#parts = parts;
    this.#behaviors = new Map(
      parts.engine.model.operations.map((one) => [one, selectBehaviors(parts.behaviors, one)]),
    );
    this.#reader = new RequestReader(parts.engine.schemas);
    this.#examples = new ExampleMatcher(parts.engine.model);
  }

  async handle(request: UnmountedRequest): Promise<MockReply> {
    const { url, method, refusal } = request;
    for (const plugin of refusal === undefined ? this.#parts.plugins : []) {
      const served = await plugin.serve?.(request);
      if (served) return served;
    }
    const routing = this.#reader.find(method, url);
    if ('route' in routing) return this.#handleRoute(request, routing.route);
    const failed = { operation: undefined, method, accept: request.headers.accept };
    const { allowed } = routing;
    if (allowed.length === 0) {
      return this.#parts.errors.write(failed, {
        statuses: [404],
        message: refusal ?? `No resource at ${url.pathname}.`,
      });
    }
    const allow = allowed.map((name) => name.toUpperCase()).join(', ');
    const message = `${method} is not allowed at ${url.pathname}: use ${allow}.`;
    return this.#parts.errors.write(failed, { statuses: [405], message, headers: { allow } });
  }

  async #handleRoute(request: UnmountedRequest, route: Route): Promise<MockReply> {
    const { engine, faults, waits } = this.#parts;
    const { operation } = route;
    const { url, headers, method, refusal } = request;
    if (refusal !== undefined) {
      return this.#fail(request, operation, { statuses: [403, 401, 400, 404], message: refusal });
    }
    const { prefer } = headers;
    const preferences = parsePreferences([prefer, faults.get(operation)].filter(Boolean).join(', '));
    preferences.pace ??= this.#parts.pace;
    const isOpen = preferences.delay === undefined || (await waits.pause(preferences.delay));
    if (
      !hasCredentials(engine.model, operation, {
        headers,
        url,
        accepted: this.#parts.credentials,
      })
    ) {
      return this.#fail(request, operation, {
        statuses: [401, 403],
        message: 'Credentials are missing.',
      });
    }
    const checked = await this.#reader.read(request, route);
    if (checked.problems[0]) return this.#reject(request, operation, checked.problems);
    if (preferences.code === undefined && rejectsAccept(operation, headers.accept)) {
      const message = `Accept: ${headers.accept} allows none of the documented media types.`;
      return this.#fail(request, operation, { statuses: [406], message, member: 'Accept' });
    }
    const call: Call = {
      operation,
      url,
      basePath: request.basePath,
      serverPath: route.serverPath,
      pathname: route.pathname,
      headers,
      parameters: checked.parameters,
      body: checked.body,
      example: this.#examples.find({ operation, ...checked }),
      preferences,
      world: this.#parts.worlds.get(headers[WORLD_KEY] ?? DEFAULT_WORLD),
      variant: hashText(
        `${method === 'HEAD' ? 'GET' : method} ${url.pathname}${this.#writeQuery(url, operation)}`,
      ),
    };
    if (isOpen) await this.#waitForEnd(call);
    const response = this.#respond(request, call, this.#run(call));
    if (method !== 'GET' && method !== 'HEAD') waits.wake();
    return preferences.isLost ? { ...response, isLost: true } : response;
  }

  // A parameter with its default selects the same values as without it.
  #writeQuery({ searchParams }: URL, { parameters }: Operation): string {
    const { schemas } = this.#parts.engine;
    const chosen = [...searchParams].filter(([name, value]) => {
      const schema = parameters.find((one) => one.location === 'query' && one.name === name)?.schema;
      const byDefault = schema && findDefault(schemas.node({ schema, direction: 'request' }));
      return byDefault === undefined || String(byDefault) !== value;
    });
    return new URLSearchParams(chosen).toString();
  }

  #run(call: Call): Outcome {
    const forced = chooseForced(call);
    if (forced) return forced;
    const { code } = call.preferences;
    const outcome = this.#runEffect(call);
    // The wish for a success holds, too, if the request cannot have one.
    return code === undefined || outcome.status === code ? outcome : { status: code };
  }

  #runEffect(call: Call): Outcome {
    const { engine, plugins, callbacks } = this.#parts;
    return runOnce(call, engine.schemas.conventions, () => {
      for (const plugin of plugins) {
        const decided = plugin.before?.(call);
        if (decided) return decided;
      }
      let outcome: Outcome = { status: findSuccess(call.operation) };
      for (const behavior of this.#behaviors.get(call.operation) ?? []) {
        const found = behavior.run(call);
        if (!found) continue;
        outcome = found;
        break;
      }
      const result = plugins.reduce((before, plugin) => plugin.after?.(call, before) ?? before, outcome);
      if (call.operation.callbacks.length === 0) return result;
      return { onResponse: (response) => callbacks.sendStateless(call, response), ...result };
    });
  }

  #respond(request: MockRequest, call: Call, outcome: Outcome): MockReply {
    const { operation, preferences, variant, url } = call;
    const { status, body, items, headers = {}, problem } = outcome;
    const matched = call.example?.status === status ? call.example.name : undefined;
    const isDocumented = preferences.code !== undefined || matched !== undefined;
    if (problem || (status === 404 && body === undefined && !isDocumented)) {
      const message = problem?.message ?? `No resource at ${url.pathname}.`;
      const statuses = status === 404 ? [404, 410, 400, 403, 409, 422] : [status, 409, 422, 400];
      return this.#fail(request, operation, { statuses, message, member: problem?.member });
    }
    const { accept } = request.headers;
    const { example = matched } = preferences;
    const { method } = request;
    const written = { operation, method, status, accept, body, items, example, headers, variant };
    const reply = writeResponse(this.#parts.engine, written);
    outcome.onResponse?.({ status, headers: reply.headers, body: parseBody(reply) });
    return selectRange(reply, operation, request.headers);
  }

  #reject(request: MockRequest, operation: Operation, problems: readonly RequestProblem[]): MockReply {
    const [first] = problems;
    const statuses = { invalid: [400, 422], media_type: [415, 400, 422], too_large: [413, 400, 422] };
    return this.#fail(request, operation, {
      statuses: [...statuses[first?.kind ?? 'invalid'], ...(first?.part === 'path' ? [404] : []), ...OTHERS],
      message: problems.map(describeProblem).join('; '),
      member: first && nameMember(first),
      part: first?.part,
    });
  }

  #fail(request: MockRequest, operation: Operation, problem: MockProblem): MockReply {
    const { method, headers } = request;
    return this.#parts.errors.write({ operation, method, accept: headers.accept }, problem);
  }

  async #waitForEnd(call: Call): Promise<void> {
    const { wait, code } = call.preferences;
    if (wait === undefined || code !== undefined) return;
    const { engine, waits } = this.#parts;
    const { clock } = engine;
    const until = clock.now() + wait * 1_000;
    for (let now = clock.now(); now < until; now = clock.now()) {
      const next = this.#behaviors
        .get(call.operation)
        ?.map((behavior) => behavior.findNextState?.(call))
        .find((time) => time !== undefined);
      if (next === undefined) return;
      if (!(await waits.waitForChange(Math.min(next, until) - now))) return;
    }
  }
}

/** Selects the behaviors of an operation, first those whose resources must exist around it. */
export function selectBehaviors(behaviors: readonly Behavior[], operation: Operation): readonly Behavior[] {
  const concerned = behaviors.filter((behavior) => behavior.concerns(operation));
  const isGuard = (behavior: Behavior) => behavior.guards?.(operation) ?? false;
  return [...concerned.filter(isGuard), ...concerned.filter((behavior) => !isGuard(behavior))];
}

function parseBody({ headers, body }: MockReply): JsonValue | undefined {
  if (typeof body !== 'string') return undefined;
  return isJson(headers['content-type'] ?? '') ? JSON.parse(body) : body;
}

// A service may disregard `Accept` (RFC 9110, section 12.5.1): only a documented 406 rejects it.
function rejectsAccept(operation: Operation, accept: string | undefined): boolean {
  const success = findResponse(operation, findSuccess(operation));
  const isDocumented = operation.responses.some(({ status }) => status === '406');
  return isDocumented && success !== undefined && success.content.length > 0 && !chooseMedia(success, accept);
}

// A wish for another response than the usual one keeps the request from taking effect.
function chooseForced({ preferences, operation, example: matched }: Call): Outcome | undefined {
  const { code, example } = preferences;
  const success = findSuccess(operation);
  if (code === undefined && example === undefined)
    return matched === undefined || matched.status === success ? undefined : { status: matched.status };
  if (code === undefined) return { status: success };
  if (code === success && example === undefined) return undefined;
  return { status: code };
}
