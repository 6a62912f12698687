import type { Expectation } from '../checks/request-checks.ts';
import type { Draft } from './draft.ts';

/** One request of a phase, with what is known of it beforehand. */
export interface Case {
  draft: Draft;
  expectation: Expectation;
  /** The place in the document that it is about. */
  pointer: string;
  /** What is special about it, for people. */
  label: string;
}
