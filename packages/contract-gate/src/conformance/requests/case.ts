import type { Draft } from './draft.ts';
import type { KeptPart } from './kept-part.ts';

/** The validity of a request, known before it is sent; the server may accept or reject `either`, but must not fail. */
export type Expectation = 'either' | 'invalid' | 'valid';

/** One request of a phase with its expected outcome. */
export interface Case {
  draft: Draft;
  expectation: Expectation;
  /** The valid request that this one was derived from, if it is known to succeed. */
  twin?: Draft;
  /** The tested part of the document. */
  pointer: string;
  /** The tested value; undefined if the whole body is tested. */
  kept?: KeptPart;
  /** Describes the request, for people: `` `name` with 41 characters (maxLength: 40) ``. */
  label: string;
}
