// The life of resources of one kind: their states, and the callbacks that are sent for them.
import type { DerivedKind } from '@keyframe/openapi-resources';
import type { Call, Engine, ResponseFacts } from '../engine.ts';
import type { MockPlugin } from '../plugin.ts';
import type { CallbackSender } from '../time/callbacks.ts';
import { isFinal, listDueStates } from '../time/progress.ts';
import type { Representations } from './representations.ts';
import type { ResourceKeys } from './resource-keys.ts';
import type { Resource, World } from './world.ts';

/** The parts that the life of resources needs. */
export interface LifeParts {
  representations: Pick<Representations, 'enter'>;
  keys: Pick<ResourceKeys, 'write'>;
  callbacks: CallbackSender;
  plugins: readonly MockPlugin[];
}

/** The name of a kind, and the callbacks about its resources. */
export type LivingKind = Pick<DerivedKind, 'callbacks' | 'envelope' | 'itemPath'>;

/** Moves resources through their states. */
export class ResourceLife {
  readonly #kind: LivingKind;
  readonly #engine: Engine;
  readonly #parts: LifeParts;

  constructor(kind: LivingKind, engine: Engine, parts: LifeParts) {
    this.#kind = kind;
    this.#engine = engine;
    this.#parts = parts;
  }

  /** Moves all resources of a manual pace ahead. */
  advance(world: World, steps: number): void {
    for (const resource of world.list(this.#kind.itemPath)) {
      if (resource.progress?.pace === 'manual') this.settle(world, resource, steps);
    }
  }

  /** Moves a resource to the state that is due, and sends the callbacks of the states on the way. */
  settle(world: World, resource: Resource, steps = 0): void {
    const { progress } = resource;
    if (!progress) return;
    const due = listDueStates(progress, this.#engine.clock.now());
    const ahead = progress.course.slice(progress.index + 1, progress.index + 1 + steps);
    const states = due.states.length > 0 ? due.states : ahead;
    for (const state of states) {
      progress.index += 1;
      this.enter(world, resource, state);
    }
    progress.since = due.states.length > 0 ? due.since : progress.since;
  }

  /** Moves a resource to a state. */
  enter(world: World, resource: Resource, state: string): void {
    resource.value = this.#parts.representations.enter(resource, state);
    this.applyPlugins(world, resource, state);
    this.#parts.callbacks.send({ world, resource, kind: this.#kind, state });
  }

  /** Lets plug-ins change a resource that is new, or has entered a state. */
  applyPlugins(world: World, resource: Resource, state: string | undefined): void {
    const { itemPath } = this.#kind;
    for (const plugin of this.#parts.plugins) {
      const { id, value, request } = resource;
      resource.value = plugin.enter?.({ world, itemPath, id, value, state, request }) ?? value;
    }
  }

  /** Sends the callbacks of new resources, whose addresses may contain values of the response. */
  startCallbacks(call: Call, resources: readonly Resource[], response: ResponseFacts): void {
    const { world } = call;
    const { callbacks, itemPath } = this.#kind;
    for (const resource of resources) {
      const { parents, id } = resource;
      if (world.get(itemPath, this.#parts.keys.write(parents, id)) !== resource) continue;
      resource.origin = this.#parts.callbacks.describeOrigin(callbacks, call, response);
      this.#parts.callbacks.send({ world, resource, kind: this.#kind, state: undefined });
      this.#watch(world, resource);
    }
  }

  // Only callbacks need a timer; every other state is computed when it is read.
  #watch(world: World, resource: Resource): void {
    const { progress, origin } = resource;
    if (!progress || !origin) return;
    this.#parts.callbacks.schedule(progress, origin, () => {
      this.settle(world, resource);
      if (!isFinal(progress)) this.#watch(world, resource);
    });
  }
}
