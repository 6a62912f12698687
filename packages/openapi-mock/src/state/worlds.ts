import { World } from './world.ts';

/** The world of requests that name none. */
export const DEFAULT_WORLD = 'default';

/** Holds isolated worlds by name; at the limit, the world that was used least recently is dropped. */
export class Worlds {
  readonly #worlds = new Map<string, World>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Finds a world, or creates it. */
  get(name: string): World {
    const world = this.#worlds.get(name) ?? new World(name);
    this.#worlds.delete(name);
    this.#worlds.set(name, world);
    const [oldest] = this.#worlds.keys();
    if (this.#worlds.size > this.#limit && oldest !== undefined) this.#worlds.delete(oldest);
    return world;
  }

  delete(name: string): void {
    this.#worlds.delete(name);
  }

  /** Lists the worlds, the least recently used first. */
  list(): World[] {
    return [...this.#worlds.values()];
  }
}
