// Matches regular expressions in time linear in the text, where the backtracking matcher of JavaScript can take
// quadratic or exponential time.
import { parsePattern } from './parse-pattern.ts';
import { createStates, type PatternState, type StateOptions } from './pattern-states.ts';
import { scanText } from './scan-text.ts';

/** The states of `linearPattern`. Their number bounds the time for each character. */
export const SCAN_OPTIONS: StateOptions = { limit: 2_000, purpose: 'scan' };

/** Creates a regular expression of the u flag whose `test` takes time linear in the text. */
export function linearPattern(source: string): LinearPattern {
  return new LinearPattern(source);
}

/** A regular expression of the u flag whose `test` takes time linear in the text. */
export class LinearPattern extends RegExp {
  /** The number of states that the last test visited. */
  steps = 0;
  #start: PatternState | undefined;

  constructor(source: string) {
    super(source, 'u');
  }

  override test(text: string): boolean {
    this.#start ??= createStates(parsePattern(this.source), SCAN_OPTIONS);
    if (!this.#start)
      throw new RangeError(`The regular expression ${this.source} cannot be matched linearly.`);
    const { ends, steps } = scanText(this.#start, [...text], { isBackward: false, isFirstEnough: true });
    this.steps = steps;
    return ends.size > 0;
  }
}
