import type { Problem } from '@keyframe/openapi-model';

/** Collects what can't be kept exactly, each finding once, so that all of it is reported together. */
export class Refusals {
  readonly #problems = new Map<string, Problem>();

  add(pointer: string, message: string, repair: string): void {
    this.#problems.set(`${pointer} ${message}`, { pointer, message, repair });
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
