// Search for a message that proves a breaking change of a schema: the compiled schema of the sender's document describes
// it, and that of the receiver's document rejects it.
import type { Json } from '@keyframe/openapi-hono/testing';
import {
  isJsonObject,
  isSchema,
  type LocatedSchema,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';
import { type Acceptor, compileAcceptors } from '@keyframe/openapi-schema/validators';
import type { Message, Pair, SchemaPair } from '../change.ts';
import { candidatesBetween, createOriginSamples } from './candidates.ts';
import { closeDocument, UNDECLARED } from './close-document.ts';
import { listConstants } from './limits.ts';
import { createShape } from './shape.ts';

/** How one leads from a value to a part of it. */
export type Step =
  | { kind: 'same' }
  | { kind: 'property'; name: string }
  | { kind: 'item'; index: number }
  | { kind: 'member' };

/** A position in both versions of a schema, and the step from the previous position. */
export interface Frame extends SchemaPair {
  step: Step;
}

/** `refuted`: no message shows the change, although it was looked for where it would show. */
export type SearchResult =
  | { state: 'confirmed'; witness: Json }
  | { state: 'refuted' }
  | { state: 'undetermined' };

/** Options of a search. */
export interface Aim {
  /** Values that are tried first. */
  hints?: readonly Json[] | undefined;
  /** The member without which a value must not show the change. */
  member?: string | undefined;
}

const MOST_VALUES = 6;
const PARENTS = 16;

type Side = keyof Pair<unknown>;

/** Finds messages that one version of a schema describes and the other refuses. */
export class WitnessSearch {
  readonly #models: Pair<OpenApiModel>;
  readonly #closed = new Map<Side, OpenApiModel>();
  readonly #acceptors = new Map<string, Acceptor | undefined>();

  constructor(models: Pair<OpenApiModel>) {
    this.#models = models;
  }

  /** Looks for a message that shows a change at the last of the frames. */
  find(message: Message, frames: readonly Frame[], aim: Aim = {}): SearchResult {
    const search = new DirectedSearch(this, this.#models, message);
    return search.find(frames, aim);
  }

  /** Compiles a schema: as it is written, or closed to members that its document does not declare. */
  acceptor(
    side: Side,
    { located, message, isClosed }: { located: LocatedSchema; message: Message; isClosed: boolean },
  ): Acceptor | undefined {
    const direction = selectView(message);
    const key = `${side} ${direction} ${isClosed} ${located.pointer}`;
    if (!this.#acceptors.has(key)) {
      const model = isClosed ? this.#closedModel(side) : this.#models[side];
      this.#acceptors.set(key, compiled(model, placed(model, located), direction));
    }
    return this.#acceptors.get(key);
  }

  #closedModel(side: Side): OpenApiModel {
    const existing = this.#closed.get(side);
    if (existing) return existing;
    const closed = closeDocument(this.#models[side]);
    this.#closed.set(side, closed);
    return closed;
  }
}

// Selects the view of the schema that generated validators use: what the client sends or what it reads.
function selectView({ name }: Message): 'request' | 'response' {
  return name === 'request' || name === 'callback-response' ? 'request' : 'response';
}

function placed(model: OpenApiModel, located: LocatedSchema): LocatedSchema {
  const written = valueAt(model.document, located.pointer);
  return isSchema(written) ? { schema: written, pointer: located.pointer } : located;
}

function compiled(
  model: OpenApiModel,
  located: LocatedSchema,
  direction: 'request' | 'response',
): Acceptor | undefined {
  try {
    return compileAcceptors(model, [located], { direction })[0];
  } catch (error) {
    // A schema that leads nowhere but back to itself cannot be compiled.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

class DirectedSearch {
  readonly #search: WitnessSearch;
  readonly #models: Pair<OpenApiModel>;
  readonly #message: Message;
  readonly #giver: Side;
  readonly #taker: Side;

  constructor(search: WitnessSearch, models: Pair<OpenApiModel>, message: Message) {
    this.#search = search;
    this.#models = models;
    this.#message = message;
    this.#giver = message.sender === 'client' ? 'old' : 'new';
    this.#taker = message.sender === 'client' ? 'new' : 'old';
  }

  find(frames: readonly Frame[], aim: Aim): SearchResult {
    const last = frames.at(-1);
    if (!last) return { state: 'undetermined' };
    let shown = this.#shownAt(last, aim);
    if (shown.length === 0) return { state: this.#isFinite(last) ? 'refuted' : 'undetermined' };
    for (let index = frames.length - 1; index > 0; index -= 1) {
      const [parent, child] = [frames[index - 1], frames[index]];
      if (!parent || !child) break;
      const embedded = this.#embed(shown, child.step, parent);
      shown = embedded.filter((value) => !this.#takes(parent, value)).slice(0, MOST_VALUES);
      if (shown.length === 0) return { state: embedded.length > 0 ? 'refuted' : 'undetermined' };
    }
    const [witness = null] = shown.sort((one, other) => measureSize(one) - measureSize(other));
    return { state: 'confirmed', witness };
  }

  #shownAt(frame: Frame, { hints = [], member }: Aim): Json[] {
    const [giver, taker] = [this.#origin(this.#giver, frame), this.#origin(this.#taker, frame)];
    const shown = candidatesBetween(giver, taker, hints).filter(
      (value) =>
        this.#gives(frame, value) &&
        !this.#takes(frame, value) &&
        (member === undefined || this.#isAbout(frame, member, value)),
    );
    return shown.slice(0, MOST_VALUES);
  }

  #isAbout(frame: Frame, member: string, value: Json): boolean {
    if (!isJsonObject(value) || !Object.hasOwn(value, member)) return false;
    const { [member]: _own, ...others } = value as { [name: string]: Json };
    return this.#takes(frame, others);
  }

  #origin(side: Side, frame: Frame) {
    return { model: this.#models[side], located: frame[side] };
  }

  #isFinite(frame: Frame): boolean {
    return listConstants(createShape(this.#models[this.#giver], frame[this.#giver])) !== undefined;
  }

  #embed(values: readonly Json[], step: Step, parent: Frame): Json[] {
    const parents = createOriginSamples(this.#origin(this.#giver, parent), PARENTS);
    const empty: Json[] = [{}, []];
    const made = values.flatMap((value) =>
      [...parents, ...empty].flatMap((around) => within(around, step, value)),
    );
    const distinct = new Map(made.map((value) => [JSON.stringify(value), value]));
    return [...distinct.values()].filter((value) => this.#gives(parent, value));
  }

  #gives(frame: Frame, value: Json): boolean {
    const located = frame[this.#giver];
    return [false, true].every(
      (isClosed) =>
        this.#search.acceptor(this.#giver, { located, message: this.#message, isClosed })?.(value) ?? false,
    );
  }

  #takes(frame: Frame, value: Json): boolean {
    const located = frame[this.#taker];
    const accept = this.#search.acceptor(this.#taker, { located, message: this.#message, isClosed: false });
    return accept?.(value) ?? true;
  }
}

function within(around: Json, step: Step, value: Json): Json[] {
  if (step.kind === 'same') {
    return isJsonObject(around) && isJsonObject(value)
      ? [value, { ...(around as { [name: string]: Json }), ...(value as { [name: string]: Json }) }]
      : [value];
  }
  if (step.kind === 'item') {
    if (!Array.isArray(around)) return [];
    return [around.length > step.index ? around.with(step.index, value) : [...around, value]];
  }
  if (!isJsonObject(around)) return [];
  const name = step.kind === 'property' ? step.name : UNDECLARED;
  return [{ ...(around as { [name: string]: Json }), [name]: value }];
}

function measureSize(value: Json): number {
  return JSON.stringify(value).length;
}
