import type { JsonPath } from './json-paths.ts';

/** The tested part of a request, which stays. */
export interface KeptPart {
  /** The location in the body. */
  body?: JsonPath | undefined;
  /** The key of the parameter. */
  parameter?: string | undefined;
}
