import type { Problem } from '@keyframe/openapi-model';

/** Collects the findings about a document, each once, to report all of them together. */
export class Diagnostics {
  readonly #problems = new Map<string, Problem>();
  readonly #listOrigins: (pointer: string) => readonly string[];

  /** `listOrigins` maps the pointer of a compiled schema to those at which it is written. */
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
