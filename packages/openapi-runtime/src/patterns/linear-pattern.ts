// Matches regular expressions in time linear in the text, where the backtracking matcher of JavaScript can take
// quadratic or exponential time.
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { createStates, type PatternState, type StateOptions } from './pattern-states.ts';
import { scanText } from './scan-text.ts';

// The number of states bounds the time for each character.
const OPTIONS: StateOptions = { limit: 1_000, purpose: 'scan' };

/** Reports whether `linearPattern` can match an expression: without back references, and with few enough states. */
export function canMatchLinearly(node: PatternNode): boolean {
  return createStates(node, OPTIONS) !== undefined;
}

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
    this.#start ??= createStates(parsePattern(this.source), OPTIONS);
    if (!this.#start)
      throw new RangeError(`The regular expression ${this.source} cannot be matched linearly.`);
    const { ends, steps } = scanText(this.#start, [...text], { isBackward: false, isFirstEnough: true });
    this.steps = steps;
    return ends.size > 0;
  }
}
