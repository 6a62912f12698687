// The effects of operations on the resources of one kind.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import {
  type DerivedKind,
  findActionState,
  isBelow,
  listOwnOperations,
  type View,
} from '@keyframe/openapi-resources';
import type { Call, Engine, Outcome, ResponseFacts } from '../engine.ts';
import type { MockPlugin } from '../plugin.ts';
import type { CallbackSender } from '../time/callbacks.ts';
import { endProgress, findDueTime, isFinal } from '../time/progress.ts';
import { type Embedding, embedInner } from './embed-resources.ts';
import { InitialResources } from './initial-resources.ts';
import { ResourceList } from './list-resources.ts';
import { NewResources } from './new-resources.ts';
import { Representations } from './representations.ts';
import { setState, storeBody } from './resource-changes.ts';
import { ResourceKeys } from './resource-keys.ts';
import { ResourceLife } from './resource-life.ts';
import { ResourceResponses } from './resource-responses.ts';
import { isSelecting, selects } from './select-by-view.ts';
import { ShownResources } from './shown-resources.ts';
import { streamState } from './stream-state.ts';
import { isWithin, type Resource, type World } from './world.ts';
import { chooseStatus } from './write-location.ts';

const NOT_FOUND: Outcome = { status: 404 };

/** The parts of a mock that resources need. */
export interface KindParts {
  callbacks: CallbackSender;
  plugins: readonly MockPlugin[];
}

/** Applies operations to the resources of a kind. */
export class KindBehavior {
  readonly kind: DerivedKind;
  readonly #engine: Engine;
  readonly #life: ResourceLife;
  readonly #representations: Representations;
  readonly #responses: ResourceResponses;
  /** The lists by their operations. */
  readonly #lists = new Map<Operation, ResourceList>();
  readonly #keys: ResourceKeys;
  /** The creations by their operations. */
  readonly #creations = new Map<Operation, NewResources>();
  readonly #shown: ShownResources;
  readonly #embedding: Embedding;
  readonly #initial: InitialResources;

  constructor(kind: DerivedKind, engine: Engine, parts: KindParts) {
    this.kind = kind;
    this.#engine = engine;
    this.#representations = new Representations(kind, engine);
    this.#responses = new ResourceResponses(kind, engine);
    const lists = kind.views.filter(({ isList }) => isList).map(({ operation }) => operation);
    for (const operation of kind.list ? [kind.list, ...lists] : lists)
      this.#lists.set(operation, new ResourceList(operation, engine, kind));
    this.#keys = new ResourceKeys(kind);
    const representations = this.#representations;
    const shared = { representations, keys: this.#keys };
    this.#life = new ResourceLife(kind, engine, { ...parts, ...shared });
    for (const creation of kind.creation ? [kind.creation, ...kind.otherCreations] : []) {
      this.#creations.set(creation.operation, new NewResources({ ...kind, creation }, engine, shared));
    }
    this.#shown = new ShownResources(kind, engine);
    const create = this.#createInitial;
    this.#initial = new InitialResources(kind, engine, { representations, create });
    this.#embedding = { embedded: kind.embedded, accepts: representations.accepts };
  }

  /** Reports whether an operation acts on resources of the kind, or is below one. */
  concerns(operation: Operation): boolean {
    return this.#acts(operation) || isBelow(operation.resourcePath, this.kind.itemPath);
  }

  /** Reports whether an operation creates resources of the kind. */
  creates(operation: Operation): boolean {
    return this.#creations.has(operation);
  }

  /** Reports whether an operation is below a resource of the kind, without acting on the kind. */
  guards(operation: Operation): boolean {
    return isBelow(operation.resourcePath, this.kind.itemPath) && !this.#acts(operation);
  }

  #acts(operation: Operation): boolean {
    const { actions, views } = this.kind;
    const all = [...listOwnOperations(this.kind), ...actions, ...views.map((view) => view.operation)];
    return all.includes(operation);
  }

  /** Runs an operation; undefined if it has no effect on the kind. */
  run(received: Call): Outcome | undefined {
    const call = { ...received, body: this.#representations.omitReadOnly(received.body) };
    const { creation, list, read, replace, merge, remove } = this.kind;
    if (!creation && this.#shown.isEmpty()) return undefined;
    if (call.operation === replace) return this.#change(call, 'replace');
    const creating = this.#creations.get(call.operation);
    if (creating) return this.#create(call, creating);
    switch (call.operation) {
      case list:
        return this.#answerList(call);
      case read:
        return this.#read(call);
      case merge:
        return this.#change(call, 'merge');
      case remove:
        return this.#remove(call);
      default:
        return this.#runView(call) ?? this.#runInner(call);
    }
  }

  /** Returns the time of the next state of the resource that a call reads; undefined if none follows. */
  findNextState(call: Call): number | undefined {
    const progress = call.operation === this.kind.read ? this.find(call)?.progress : undefined;
    return progress && !isFinal(progress) ? findDueTime(progress) : undefined;
  }

  /** Adds the first resources to a new world. */
  begin(world: World, count: number, outer: DerivedKind | undefined): void {
    this.#initial.add(world, count, outer);
  }

  #createInitial = (call: Call, body: JsonValue, id: string | undefined): void => {
    const creating = this.#creations.get(call.operation);
    if (!creating) return;
    const resource = this.#add(call, creating.make(call, body, id));
    const { states } = this.kind;
    const state = states?.course.at(-1);
    if (states && state !== undefined && !Object.hasOwn(Object(body), states.property))
      this.enterState(call.world, resource, state);
    else resource.progress = undefined;
  };

  /** Moves all resources of a manual pace ahead. */
  advance(world: World, steps: number): void {
    this.#life.advance(world, steps);
  }

  /** Explains why a seed may not contain a representation; undefined if it may. */
  explainSeed(value: JsonObject): string | undefined {
    return this.#representations.explain(value);
  }

  /** Puts a resource into a world. */
  seed(
    world: World,
    { id, parents = {}, value }: { id: string; parents?: Resource['parents'] | undefined; value: JsonObject },
  ): void {
    world.add(this.kind.itemPath, this.#keys.write(parents, id), {
      id,
      parents,
      position: world.nextPosition(),
      value,
      owned: { ...value },
      request: {},
    });
  }

  #start(world: World): void {
    this.#shown.start(world, (id, item) => {
      // The id has the type of its property, not that of the path.
      const ownId = item[this.kind.envelope.idProperty ?? ''];
      const { value } = this.#representations.compose(typeof ownId === 'number' ? ownId : id, { body: item });
      this.seed(world, { id, value });
    });
  }

  #create(call: Call, creating: NewResources): Outcome {
    const isUpsert = call.operation === this.kind.replace;
    const bodies = creating.list(call);
    const refusal = isUpsert ? undefined : creating.refuse(call, bodies);
    if (refusal) return refusal;
    const id = isUpsert ? (this.#keys.readId(call) ?? '') : undefined;
    const resources = bodies.map((body) => this.#add(call, creating.make(call, body, id)));
    const [resource] = resources;
    const status = chooseStatus(call.operation, true);
    const outcome =
      creating.answer(call, resources) ??
      (resource ? this.#responses.write(call, resource, true) : { status });
    if (this.kind.callbacks.length === 0) return outcome;
    const onResponse = (response: ResponseFacts) => this.#life.startCallbacks(call, resources, response);
    return { ...outcome, onResponse };
  }

  #add({ world }: Call, resource: Resource): Resource {
    const { itemPath, states } = this.kind;
    this.#life.applyPlugins(world, resource, states?.course[0]);
    world.add(itemPath, this.#keys.write(resource.parents, resource.id), resource);
    return resource;
  }

  #read(call: Call): Outcome {
    const resource = this.find(call);
    return resource ? this.#responses.write(call, resource) : NOT_FOUND;
  }

  #change(call: Call, mode: 'merge' | 'replace'): Outcome {
    const resource = this.find(call);
    const creating = this.#creations.get(call.operation);
    if (!resource) return creating ? this.#create(call, creating) : NOT_FOUND;
    return this.#store(call, resource, mode) ?? this.#responses.write(call, resource);
  }

  #store(call: Call, resource: Resource, mode: 'merge' | 'replace'): Outcome | undefined {
    return storeBody(call, resource, { representations: this.#representations, mode });
  }

  #remove(call: Call): Outcome {
    const resource = this.find(call);
    if (!resource) return NOT_FOUND;
    call.world.remove(this.kind.itemPath, this.#keys.write(resource.parents, resource.id));
    return this.#responses.write(call, resource);
  }

  // An action stores what its body has of the resource, and enters the state that it is named after.
  #runInner(call: Call): Outcome | undefined {
    const { resourcePath, method } = call.operation;
    const { itemPath, creation, actions } = this.kind;
    if (!creation || !isBelow(resourcePath, itemPath)) return undefined;
    const resource = this.find(call);
    if (!resource) return NOT_FOUND;
    if (method === 'get') return streamState(this.#engine, call, resource);
    if (!actions.includes(call.operation)) return undefined;
    const refusal = this.#store(call, resource, 'merge');
    if (refusal) return refusal;
    this.#enterNamedState(call, resource);
    return this.#responses.write(call, resource);
  }

  #enterNamedState({ operation: { resourcePath }, world }: Call, resource: Resource): void {
    const { states, stateProperty } = this.kind;
    const state = states && findActionState(resourcePath, states);
    const actionState = stateProperty && findActionState(resourcePath, stateProperty);
    if (state !== undefined) this.enterState(world, resource, state);
    else if (actionState !== undefined)
      setState(resource, actionState, { kind: this.kind, representations: this.#representations });
  }

  /** Ends the progress of a resource in a state. */
  enterState(world: World, resource: Resource, state: string): void {
    resource.progress = endProgress(state, resource.progress);
    this.#life.enter(world, resource, state);
  }

  /** Finds the resource that a request names, in its current state. */
  find(call: Call): Resource | undefined {
    if (this.#findView(call)) return this.#select(call)[0];
    const id = this.#keys.readId(call);
    if (id === undefined) return undefined;
    this.#start(call.world);
    const parents = this.#keys.readParents(call);
    const { itemPath } = this.kind;
    const resource =
      call.world.get(itemPath, this.#keys.write(parents, id)) ??
      call.world.get(itemPath, this.#keys.write({}, id));
    if (!resource) return undefined;
    this.#life.settle(call.world, resource);
    return embedInner(call.world, [resource], this.#embedding)[0];
  }

  #findView(call: Call): View | undefined {
    return this.kind.views.find((view) => view.operation === call.operation && isSelecting(view, call));
  }

  #runView(call: Call): Outcome | undefined {
    const view = this.#findView(call);
    if (!view) return undefined;
    if (view.isList) return this.#answerList(call);
    const { resourceMethod: method } = call.operation;
    if (method === 'get') return this.#read(call);
    if (method === 'delete') return this.#remove(call);
    return this.#change(call, method === 'patch' ? 'merge' : 'replace');
  }

  #answerList(call: Call): Outcome | undefined {
    const parents = this.#keys.readParents(call);
    const findPosition = (id: string) =>
      call.world.findPosition(this.kind.itemPath, this.#keys.write(parents, id));
    return this.#lists.get(call.operation)?.answer(call, { all: this.#select(call), findPosition });
  }

  // The newest first.
  #select(call: Call): readonly Resource[] {
    const parents = this.#keys.readParents(call);
    const view = this.#findView(call);
    const matches: Resource[] = [];
    this.#start(call.world);
    for (const resource of call.world.list(this.kind.itemPath)) {
      if (!isWithin(resource, parents)) continue;
      this.#life.settle(call.world, resource);
      if (!view || selects(view, call, resource)) matches.push(resource);
    }
    return embedInner(call.world, matches.toReversed(), this.#embedding);
  }
}
