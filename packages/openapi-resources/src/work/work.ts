// Asynchronous work: an operation starts it, another one reads its state until it ends.
import type { Callback, Operation, Parameter } from '@keyframe/openapi-model';
import type { WorkAddress, WorkArgument, WorkStates } from '@keyframe/openapi-runtime/work';

/** How sure a reading is: only a certain one may hold a call. */
export type Certainty = 'certain' | 'likely';

/** Rules that find the reader of a start. */
export type WorkRule =
  | 'annotation'
  | 'beside'
  | 'embedded'
  | 'header'
  | 'link'
  | 'named id'
  | 'only reader'
  | 'same schema'
  | 'shared id'
  | 'url'
  | 'verb';

/** A request about work; its arguments are over the exchange of the reader: `$request.path.id`, `$response.body#/file_id`. */
export interface WorkCall {
  operation: Operation;
  arguments: readonly WorkArgument[];
}

/** The result of work that has succeeded. */
export type WorkResult =
  /** Members of the last representation, as expressions over the exchange of the reader. */
  | { kind: 'members'; members: readonly string[] }
  | { kind: 'operation'; call: WorkCall }
  /** The reader redirects to it. */
  | { kind: 'redirect' }
  /** The last representation itself. */
  | { kind: 'representation' }
  /** Nothing: the work is an effect. */
  | { kind: 'none' };

/** The notification of an end. */
export type WorkCallback =
  | { kind: 'callback'; callback: Callback }
  /** The name of a member of the request of the start with an address that the document describes no requests to. */
  | { kind: 'member'; name: string };

/** How the end of work is waited for. */
export interface WorkWait {
  /** The pause between two reads in milliseconds; undefined unless the document has it. */
  everyMs: number | undefined;
  /** Whether the reader or the start documents `Retry-After`. */
  hasRetryAfter: boolean;
  /** The parameter by which the start waits: `Prefer: wait`, `?wait=true`. */
  startParameter: Parameter | undefined;
  /** The parameter by which the reader waits. */
  readerParameter: Parameter | undefined;
  /** An operation that answers when the work has ended: `GET …/wait`. */
  longPoll: WorkCall | undefined;
}

/** A fact that the document does not have: an argument of the reader, the words of the states, or the outcome of an end. */
export interface MissingFact {
  fact: 'arguments' | 'outcome' | 'reader' | 'states';
  /** The evidence that would show it, for people. */
  evidence: string;
}

/** Work that a document describes. */
export interface Work {
  /** The operation that starts it. */
  start: Operation;
  /** A constant that a request of the start has to have: `Prefer: respond-async`. */
  preference: WorkArgument | undefined;
  /** The statuses of the start with which work goes on: only `202` if a `200` has its result. */
  accepted: readonly string[];
  /** The operation that reads it. */
  reader: Operation;
  address: WorkAddress;
  /** The arguments of the reader that identify the work; the others are those of the start. */
  idArguments: readonly string[];
  /** Whether one start may begin several pieces of work. */
  isList: boolean;
  states: WorkStates;
  result: WorkResult;
  cancel: WorkCall | undefined;
  wait: WorkWait;
  /** An expression for the time after which the work or its result is gone. */
  expiry: string | undefined;
  callback: WorkCallback | undefined;
  rule: WorkRule;
  certainty: Certainty;
  /** The evidence, one line for each fact. */
  evidence: readonly string[];
  /** Empty if the reading is complete. */
  missing: readonly MissingFact[];
}

/** A start that seems to begin work that no operation is known to read. */
export interface UnreadWork {
  start: Operation;
  missing: readonly MissingFact[];
}

/** The asynchronous work of a document. */
export interface DerivedWork {
  works: readonly Work[];
  unread: readonly UnreadWork[];
}
