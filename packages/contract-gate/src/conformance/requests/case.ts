import type { JsonValue } from '@keyframe/openapi-model';
import type { Draft } from './draft.ts';
import type { KeptPart } from './kept-part.ts';

/** The validity of a request, known before it is sent; the server may accept or reject `either`, but must not fail. */
export type Expectation = 'either' | 'invalid' | 'valid';

/** A value and its location: `` `name` ``, ``query parameter `limit` ``. */
export interface TestedValue {
  location: string;
  value: JsonValue;
}

/** One request of a phase with its expected outcome. */
export interface Case {
  draft: Draft;
  expectation: Expectation;
  /** The valid request that this one was derived from, if it is known to succeed. */
  twin?: Draft;
  /** The tested part of the document: of an invalid request, the rule that it violates. */
  pointer: string;
  /** The keyword that the request was created for, if that is not the tested part. */
  tried?: string;
  /** The tested value; undefined if the whole body is tested. */
  kept?: KeptPart;
  /** The tested value with its location; rejections of one location for one reason are one finding. */
  tested?: TestedValue;
  /** Describes the request, for people: `` `name` with 41 characters (maxLength: 40) ``. */
  label: string;
}
