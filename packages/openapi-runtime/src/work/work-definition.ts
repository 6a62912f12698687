/** An argument of a request about work. */
export interface WorkArgument {
  /** `body`: a member of the JSON or form body. */
  location: 'body' | 'cookie' | 'header' | 'path' | 'query';
  name: string;
  /** A runtime expression (OpenAPI, Runtime Expressions), or a constant. */
  value: string;
}

/** The location of work in the response of its start. */
export interface WorkAddress {
  /** The path template of the operation that reads the work. */
  path: string;
  /**
   * Its arguments, over the exchange of the start. A pointer with `[*]` for each item of a list, such as
   * `$response.body#/operations/[*]/id`, means several pieces of work.
   */
  arguments: readonly WorkArgument[];
  /** An expression for a URL of the work, from which missing arguments are read. */
  url?: string | undefined;
}

/** How the representation of work tells whether it has ended, and how. */
export interface WorkStates {
  /** An expression over the exchange of the reader: `$response.body#/status`, or `$statusCode`. */
  state: string;
  waiting: readonly string[];
  success: readonly string[];
  failure: readonly string[];
  /** Cancelled or expired. */
  cancelled: readonly string[];
  /** Ends whose outcome another member decides. */
  ended: readonly string[];
  /** The member that decides it. */
  outcome?:
    | (Pick<WorkStates, 'cancelled' | 'failure' | 'success'> & {
        /** An expression, as `state`. */
        state: string;
      })
    | undefined;
  /** Expressions for members with the reason of a failure; one that has a value decides the outcome of `ended`. */
  errors: readonly string[];
  /** Whether an end without a value of `errors` is a success. */
  isSuccessWithoutError: boolean;
}

/** The end of work. The outcome of work that has `ended` is unknown. */
export type WorkEnd = 'cancelled' | 'ended' | 'failure' | 'success';

/** The meaning of a state; `unknown` is no state. */
export type WorkPhase = WorkEnd | 'unknown' | 'waiting';
