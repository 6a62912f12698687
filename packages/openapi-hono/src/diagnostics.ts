import type { Problem } from '@keyframe/openapi-model';

/** Collects what is found about a document, each finding once, so that all of it is told together. */
export class Diagnostics {
  readonly #problems = new Map<string, Problem>();
  readonly #originOf: (pointer: string) => string;

  /** Is told how to find where a schema is written, where that is another place than where it is compiled from. */
  constructor(originOf: (pointer: string) => string = (pointer) => pointer) {
    this.#originOf = originOf;
  }

  add(place: string, message: string, repair: string): void {
    const pointer = this.#originOf(place);
    this.#problems.set(`${pointer} ${message}`, { pointer, message, repair });
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
