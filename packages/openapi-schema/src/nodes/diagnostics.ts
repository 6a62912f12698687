import type { Problem } from '@keyframe/openapi-model';

/** Collects what is found about a document, each finding once, so that all of it is told together. */
export class Diagnostics {
  readonly #problems = new Map<string, Problem>();
  readonly #listOrigins: (pointer: string) => readonly string[];

  /** Is told how to find where a schema is written, where that is another place than where it is compiled from. */
  constructor(listOrigins: (pointer: string) => readonly string[] = (pointer) => [pointer]) {
    this.#listOrigins = listOrigins;
  }

  add(pointer: string, message: string, repair: string): void {
    this.addProblem({ pointer: pointer, message, repair });
  }

  addProblem(problem: Problem): void {
    for (const pointer of this.#listOrigins(problem.pointer))
      this.#problems.set(`${pointer} ${problem.message}`, { ...problem, pointer });
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
