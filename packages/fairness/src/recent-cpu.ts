/** After this time, used CPU time counts half. */
const HALF_LIFE_MS = 300_000;
const NEGLIGIBLE_MS = 1;

interface Use {
  readonly cpuMs: number;
  readonly at: number;
}

/** CPU time that each owner used recently: older use counts less and less. */
export class RecentCpu {
  readonly #uses = new Map<string, Use>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the CPU time of an owner, in milliseconds. */
  get(owner: string): number {
    const use = this.#uses.get(owner);
    return use === undefined ? 0 : use.cpuMs * 2 ** ((use.at - this.#now()) / HALF_LIFE_MS);
  }

  add(owner: string, cpuMs: number): void {
    const sum = this.get(owner) + cpuMs;
    for (const known of this.#uses.keys()) if (this.get(known) < NEGLIGIBLE_MS) this.#uses.delete(known);
    this.#uses.set(owner, { cpuMs: sum, at: this.#now() });
  }

  /** Number of owners whose use still counts. */
  get size(): number {
    return this.#uses.size;
  }
}
