/** The weights of findings, the greatest first; only an `error` makes the exit status 1. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;

/** The weight of a finding. */
export type Severity = (typeof SEVERITIES)[number];

/** A request as it was sent; what a report prints as a curl line. */
export interface SentRequest {
  method: string;
  /** Absolute, as it was written on the wire. */
  url: string;
  /** In the order of the request; a name may come twice. Credentials are `$CREDENTIALS`. */
  headers: readonly (readonly [name: string, value: string])[];
  body?: Payload;
}

/** A response as it was received. */
export interface ReceivedResponse {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Payload;
}

/** The bytes of a body; `base64` if they are not UTF-8 text. */
export interface Payload {
  text: string;
  encoding: 'utf8' | 'base64';
  /** Bytes of the whole body; set only when `text` was cut. */
  size?: number;
}

/** A violation that one check found. */
export interface Finding {
  /** The id of the check, in kebab-case; `CHECKS` has a page for each. */
  check: string;
  severity: Severity;
  /** `POST /v1/x`; absent when the finding is about the document as a whole. */
  operation?: string;
  /** All operations with this cause, if it has several; the finding shows the first one. */
  operations?: readonly string[];
  /** The pointers of `operations`, in their order. */
  pointers?: readonly string[];
  /** Into the document, in URI fragment form: `#/paths/~1tasks/get`. */
  pointer: string;
  message: string;
  /** The specified behavior, in one line; empty if the message is the whole finding. */
  expected: string;
  /** The actual behavior, in one line; empty for a finding about a document alone. */
  received: string;
  /** The smallest request that shows it. */
  request?: SentRequest;
  response?: ReceivedResponse;
  /** Requests that have to precede `request`, in their order. */
  before?: readonly SentRequest[];
  seed?: number;
  /** The command that shows this finding again, where a command line reported it. */
  replay?: string;
  /** Location in the document; set by the reporter. */
  location?: FindingLocation;
  /** Locations in the code of this repository that the finding hits. */
  uses?: readonly FindingLocation[];
}

/** A location in a file. Lines and columns begin with 1. */
export interface FindingLocation {
  file: string;
  line: number;
  column: number;
}
