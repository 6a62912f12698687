import type { Problem } from '@keyframe/openapi-model';

/** Collects what is found about a document, each finding once, so that all of it is told together. */
export class Diagnostics {
  readonly #problems = new Map<string, Problem>();
  readonly #originsOf: (pointer: string) => readonly string[];

  /** Is told how to find where a schema is written, where that is another place than where it is compiled from. */
  constructor(originsOf: (pointer: string) => readonly string[] = (pointer) => [pointer]) {
    this.#originsOf = originsOf;
  }

  add(place: string, message: string, repair: string): void {
    this.addProblem({ pointer: place, message, repair });
  }

  addProblem(problem: Problem): void {
    for (const pointer of this.#originsOf(problem.pointer))
      this.#problems.set(`${pointer} ${problem.message}`, { ...problem, pointer });
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
