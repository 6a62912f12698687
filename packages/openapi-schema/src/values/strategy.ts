import type { WordWriter } from './draw-text.ts';
import type { Random } from './random.ts';

/** Decides what a schema leaves open. */
export interface Strategy {
  /** `none` keeps to what is required, `all` takes every member, `some` leaves it to chance. */
  members: 'all' | 'none' | 'some';
  /** Chooses one of `count` branches of the keyword at a pointer. */
  choose: (pointer: string, count: number) => number;
  random: Random;
  /** Writes the texts that no pattern and no format describes; by default letters that hardly ever come twice. */
  writeWord?: WordWriter;
  /** The chance that a value is an example or the default of its schema; 0 by default. */
  exampleChance?: number;
  /** The depth below which only what is required is built; 6 by default. */
  depth?: number;
  /** How often a schema may be inside itself in what is not required; unlimited by default. */
  repeats?: number;
}
