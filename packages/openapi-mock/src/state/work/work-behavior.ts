// The effects of operations on asynchronous work that is not a resource of its own.
import { findResponse, type Operation } from '@keyframe/openapi-model';
import {
  describeCourse,
  findJsonMedia,
  findSuccess,
  listStarted,
  type Work,
  type WorkCall,
} from '@keyframe/openapi-resources';
import type { Call, Outcome, ResponseFacts } from '../../engine.ts';
import { type Behavior, selectBehaviors } from '../../request-handler.ts';
import { findDueTime, isFinal } from '../../time/progress.ts';
import type { KindBehavior } from '../kind-behavior.ts';
import type { Resource, World } from '../world.ts';
import { describeRequest, fillStart } from './fill-start.ts';
import { findExpiry, findPhase } from './fit-work.ts';
import { type StoreParts, type WorkParameters, WorkStore } from './work-store.ts';

const NOT_FOUND: Outcome = { status: 404 };
const EXPIRED = 'The work has expired.';

/** The parts of a mock that work needs. */
export interface WorkParts extends StoreParts {
  kinds: readonly KindBehavior[];
  /** Behaviors that respond where work changes only ids and states. */
  others: readonly Behavior[];
}

/** Applies operations to the work that one operation reads. */
export class WorkBehavior implements Behavior {
  readonly #works: readonly Work[];
  readonly #reader: Operation;
  readonly #parts: WorkParts;
  readonly #store: WorkStore;
  /** The kind whose resources the reader reads. */
  readonly #kind: KindBehavior | undefined;

  constructor(reader: Operation, works: readonly Work[], parts: WorkParts) {
    this.#works = works;
    this.#reader = reader;
    this.#parts = parts;
    this.#kind = parts.kinds.find(({ kind }) => kind.read === reader);
    this.#store = new WorkStore(reader, works, parts);
  }

  /** Reports whether an operation starts, reads or cancels the work, or returns its result. */
  concerns(operation: Operation): boolean {
    return (
      operation === this.#reader ||
      this.#works.some(
        (work) => work.start === operation || listCalls(work).some((call) => call.operation === operation),
      )
    );
  }

  /** Reports that work, which may be below the path of a kind, is found before that. */
  guards(): boolean {
    return true;
  }

  /** Runs an operation; undefined if the resources of a kind are the work. */
  run(call: Call): Outcome | undefined {
    const { operation } = call;
    const started = this.#works.find(({ start }) => start === operation);
    if (started) return this.#isCarried(started) ? undefined : this.#start(call, started);
    const gone = this.#refuseGone(call);
    if (gone) return gone;
    if (operation === this.#reader) return this.#read(call);
    for (const work of this.#works) {
      if (work.cancel?.operation === operation && isCancelling(call, work.cancel))
        return this.#cancel(call, work, work.cancel);
      if (work.result.kind === 'operation' && work.result.call.operation === operation)
        return this.#answerResult(call, work, work.result.call);
    }
    return undefined;
  }

  /** Returns the time of the next state of the work that a call reads; undefined if none follows. */
  findNextState(call: Call): number | undefined {
    const progress = call.operation === this.#reader ? this.#store.read(call)?.progress : undefined;
    return progress && !isFinal(progress) ? findDueTime(progress) : undefined;
  }

  /** Moves all work of a manual pace ahead. */
  advance(world: World, steps: number): void {
    this.#store.life.advance(world, steps);
  }

  // Resources of a kind pass through the states of work themselves.
  #isCarried({ start }: Work): boolean {
    return this.#kind?.kind.work !== undefined && this.#kind.creates(start);
  }

  #start(call: Call, work: Work): Outcome {
    const { engine, others } = this.#parts;
    let outcome: Outcome = { status: findSuccess(call.operation) };
    for (const behavior of selectBehaviors(others, call.operation)) {
      const changed = behavior.run(call);
      if (!changed) continue;
      outcome = changed;
      break;
    }
    if (outcome.status >= 400) return outcome;
    const isTaken = (parameters: WorkParameters) => this.#store.find(call.world, parameters) !== undefined;
    const filled = fillStart(call, work, { engine, outcome, isTaken });
    const headers = Object.fromEntries(Object.entries(filled.headers ?? {}));
    const response = { status: filled.status, headers, body: filled.body };
    const pieces = listStarted(work, { request: describeRequest(call), response });
    const resources = pieces.map(({ parameters }) => this.#store.add(call, work, parameters));
    const onResponse = (facts: ResponseFacts) => {
      outcome.onResponse?.(facts);
      this.#store.life.startCallbacks(call, resources, facts);
    };
    return { ...filled, onResponse };
  }

  #read(call: Call): Outcome | undefined {
    const resource = this.#store.read(call);
    if (!resource) return this.#kind ? undefined : NOT_FOUND;
    const { progress, value } = resource;
    const word = progress?.course[progress.index] ?? '';
    const isByStatus = this.#works.some(({ states }) => states.state === '$statusCode');
    const status = isByStatus ? this.#readStatus(word) : findSuccess(this.#reader);
    const isWaiting = progress !== undefined && !isFinal(progress);
    const documented = findResponse(this.#reader, status);
    const hasPause = documented?.headers.some(({ name }) => name.toLowerCase() === 'retry-after') ?? false;
    return {
      status,
      ...(isByStatus ? {} : { body: value }),
      headers: isWaiting && hasPause ? { 'retry-after': '1' } : {},
    };
  }

  // The operation that returns the result of work does so until the work expires; its reader then has a state for that, or is gone.
  #refuseGone(call: Call): Outcome | undefined {
    const isGone = findResponse(call.operation, 410)?.status === '410';
    const now = this.#parts.engine.clock.now();
    const hasExpired = this.#works.some((work) => {
      const target = this.#findExpiring(call, work);
      const progress = target?.resource.progress;
      if (!target || !progress) return false;
      const time = findExpiry(work, target.resource) ?? (isGone ? findDemand(target.resource) : undefined);
      if (time === undefined || time > now) return false;
      if (isFinal(progress)) return target.isResult;
      const word = describeCourse(work.states).ends.get('expired');
      if (word !== undefined) target.enter(word);
      // On demand, work without such a state is gone at its end.
      return word === undefined && progress.outcome !== 'expired';
    });
    return hasExpired ? { status: isGone ? 410 : 404, problem: { message: EXPIRED } } : undefined;
  }

  // The work that a request reads, or whose result it reads.
  #findExpiring(call: Call, { result }: Work) {
    const { world, operation } = call;
    const isReader = operation === this.#reader;
    if (result.kind === 'operation' && operation === result.call.operation) {
      const match = this.#findCalled(call, result.call);
      return match && { ...match, isResult: true };
    }
    if (!isReader) return undefined;
    const entry = this.#store.read(call);
    const located = this.#locate(entry, entry ? undefined : this.#kind?.find(call), world);
    return located && { ...located, isResult: result.kind !== 'operation' };
  }

  // Work of the store, or a resource of a kind, and a function that lets it enter a state.
  #locate(own: Resource | undefined, carried: Resource | undefined, world: World) {
    const kind = this.#kind;
    if (own)
      return { resource: own, isCarried: false, enter: (word: string) => this.#store.end(world, own, word) };
    return (
      carried &&
      kind && {
        resource: carried,
        isCarried: true,
        enter: (word: string) => kind.enterState(world, carried, word),
      }
    );
  }

  #readStatus(word: string): number {
    const { responses } = this.#reader;
    const documented = responses.find(
      ({ status }) => /^4\d\d$/.test(status) && !/^40[138]$|^42[59]$/.test(status),
    );
    return /^\d{3}$/.test(word) ? Number(word) : Number(documented?.status ?? 400);
  }

  #cancel(call: Call, work: Work, cancel: WorkCall): Outcome | undefined {
    const carried = this.#findCalled(call, cancel);
    if (!carried) return NOT_FOUND;
    const { resource, enter } = carried;
    const word = describeCourse(work.states).ends.get('cancelled');
    const isOver = resource.progress !== undefined && isFinal(resource.progress);
    if (isOver && findResponse(call.operation, 409))
      return { status: 409, problem: { message: 'The work has ended.' } };
    if (word !== undefined && !isOver) enter(word);
    const media = findJsonMedia(call.operation);
    const isShown = media !== undefined && this.#parts.engine.bodies.getAcceptor(media)(resource.value);
    return { status: findSuccess(call.operation), ...(isShown ? { body: resource.value } : {}) };
  }

  #answerResult(call: Call, work: Work, result: WorkCall): Outcome | undefined {
    const match = this.#findCalled(call, result);
    if (!match) return this.#kind ? undefined : NOT_FOUND;
    const { progress } = match.resource;
    if (!progress) return undefined;
    const word = progress.course[progress.index] ?? '';
    const phase = findPhase(work.states, { word, outcome: progress.outcome });
    if (phase !== 'success') {
      const hasExpired = word === describeCourse(work.states).ends.get('expired');
      const statuses = [...(hasExpired ? [410] : []), 409, 425, 404];
      const status = statuses.find((code) => findResponse(call.operation, code)?.status === `${code}`) ?? 409;
      return { status, problem: { message: `There is no result: the work is ${word}.` } };
    }
    return match.isCarried ? undefined : { status: findSuccess(call.operation) };
  }

  // The work that a request about it names.
  #findCalled(call: Call, { arguments: bindings }: WorkCall) {
    const parameters: Record<string, string> = {};
    for (const { location, name, value } of bindings) {
      const [, source, member] = /^\$request\.(path|query)\.(.+)$/.exec(value) ?? [];
      const [, bodyMember] = /^\$request\.body#\/(.+)$/.exec(value) ?? [];
      const text = location === 'body' ? Object(call.body)[name] : call.parameters.get(`${location}:${name}`);
      if (text === undefined || text === null) continue;
      if (source !== undefined) parameters[`${source}.${member}`] = String(text);
      else if (bodyMember !== undefined) parameters[`body.${bodyMember}`] = String(text);
    }
    const { world } = call;
    const entries = Object.entries(parameters).map(([key, value]) => [key.replace('.', ':'), value] as const);
    const carried = () =>
      this.#kind?.find({ ...call, operation: this.#reader, parameters: new Map(entries) });
    const entry = this.#store.find(world, parameters);
    return this.#locate(entry, entry ? undefined : carried(), world);
  }
}

// A document may have the status of expired work without a time.
function findDemand({ progress }: Resource): number | undefined {
  return progress?.outcome === 'expired' ? progress.expiresAt : undefined;
}

function listCalls({ cancel, result }: Work): WorkCall[] {
  return [...(cancel ? [cancel] : []), ...(result.kind === 'operation' ? [result.call] : [])];
}

// A change of the state cancels with the word of an end only.
function isCancelling({ body }: Call, { arguments: bindings }: WorkCall): boolean {
  const constants = bindings.filter(({ location, value }) => location === 'body' && !value.startsWith('$'));
  return constants.every(({ name, value }) => Object(body)[name] === value);
}
