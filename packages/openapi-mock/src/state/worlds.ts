import { World } from './world.ts';

/** The world of requests that name none. */
export const DEFAULT_WORLD = 'default';

/** The limits of all worlds together. */
export interface WorldLimits {
  worlds: number;
  /** Resources, and responses that are kept for repeated requests. */
  entries: number;
}

/** Holds isolated worlds by name; at a limit, the world that was used least recently is dropped. */
export class Worlds {
  readonly #worlds = new Map<string, World>();
  readonly #limits: WorldLimits;
  readonly #onDrop: () => void;
  readonly #begin: (world: World) => void;
  /** The entries that were added since they were counted; some of them have been removed again. */
  #added = 0;
  #counted = 0;

  constructor(
    limits: WorldLimits,
    onDrop: () => void = () => undefined,
    begin: (world: World) => void = () => undefined,
  ) {
    this.#begin = begin;
    this.#limits = limits;
    this.#onDrop = onDrop;
  }

  /** Finds a world, or creates it. */
  get(name: string): World {
    const world = this.#worlds.get(name) ?? this.#create(name);
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    if (this.#worlds.size > this.#limits.worlds) this.#dropOldest();
    return world;
  }

  /** Finds a world to read or to reset; a missing one is empty, and is not kept. */
  find(name: string): World {
    return this.#worlds.get(name) ?? new World(name);
  }

  delete(name: string): void {
    this.#worlds.get(name)?.reset();
    this.#worlds.delete(name);
    this.#onDrop();
  }

  /** Lists the worlds, the least recently used first. */
  list(): World[] {
    return [...this.#worlds.values()];
  }

  #create(name: string): World {
    const world = new World(name, () => {
      this.#added += 1;
      if (this.#counted + this.#added > this.#limits.entries) this.#shrink();
    });
    this.#begin(world);
    return world;
  }

  // Removes somewhat more than necessary, so that it is seldom repeated.
  #shrink(): void {
    const enough = this.#limits.entries * 0.9;
    let size = this.list().reduce((sum, world) => sum + world.size, 0);
    for (const world of this.list()) {
      if (size <= enough || this.#worlds.size === 1) break;
      size -= world.size;
      this.delete(world.name);
    }
    this.#counted = size;
    this.#added = 0;
  }

  #dropOldest(): void {
    const [oldest] = this.#worlds.keys();
    if (oldest !== undefined) this.delete(oldest);
  }
}
