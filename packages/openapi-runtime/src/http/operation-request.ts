import type { Context, Env, ValidationTargets } from 'hono';

/** How a request ended. */
export interface Outcome {
  status: number;
  /** Undefined if the error handler of another app, which the app of the operation is mounted on, writes the response. */
  response?: Response;
  /** The error of a stage or of the handler. */
  error?: unknown;
}

/** Runs the rest of a request, for example inside of a trace. The response to an error is a response like others. */
export type Scope = (rest: () => Promise<Response>) => Promise<Response>;

/** Headers of a response by their names in lower case. */
export type HeaderRecord = Record<string, string>;

/** A request to an operation, as its stages see it. */
export class OperationRequest<TEnv extends Env = Env> {
  readonly operationId: string;
  /** Hono's context, which the handler receives, too. */
  readonly context: Context<TEnv>;
  #headers: HeaderRecord | undefined;
  #callbacks: ((outcome: Outcome) => void)[] | undefined;
  #scope: Scope | undefined;
  #isRejected = false;

  constructor(operationId: string, context: Context<TEnv>) {
    this.operationId = operationId;
    this.context = context;
  }

  /** Returns a header of the request; the values of one that occurs several times are joined. */
  header(name: string): string | undefined {
    return this.context.req.header(name);
  }

  /** Returns a part of the request that was validated; undefined before its validation. */
  valid(part: keyof ValidationTargets): unknown {
    return this.context.req.valid(part as never);
  }

  /** Returns a variable of the context, which an earlier stage has set. */
  get<TName extends keyof TEnv['Variables']>(name: TName): TEnv['Variables'][TName] {
    return this.context.get(name as never) as TEnv['Variables'][TName];
  }

  /** Sets a variable of the context, for later stages and the handler. */
  set<TName extends keyof TEnv['Variables']>(name: TName, value: TEnv['Variables'][TName]): void {
    this.context.set(name as never, value as never);
  }

  /** Adds a header to the response, errors included. A header of the same name that the handler writes replaces it. */
  setHeader(name: string, value: string): void {
    this.#headers ??= {};
    this.#headers[name.toLowerCase()] = value;
  }

  /** Calls a function when the response is known, and before it is sent: for metrics and the end of a trace. */
  after(callback: (outcome: Outcome) => void): void {
    this.#callbacks ??= [];
    this.#callbacks.push(callback);
  }

  /** Runs all later stages and the handler inside of a function. Only one scope can be set by a stage. */
  within(scope: Scope): void {
    this.#scope = scope;
  }

  /** Marks the request as one that the contract does not allow, so that the contract need not document its response. */
  markRejected(): void {
    this.#isRejected = true;
  }

  get isRejected(): boolean {
    return this.#isRejected;
  }

  /** Returns the headers that stages have added, and forgets them: the caller writes them. */
  takeHeaders(): HeaderRecord | undefined {
    const headers = this.#headers;
    this.#headers = undefined;
    return headers;
  }

  get hasScope(): boolean {
    return this.#scope !== undefined;
  }

  /** Returns the scope that the last stage has set, and forgets it. */
  takeScope(): Scope | undefined {
    const scope = this.#scope;
    this.#scope = undefined;
    return scope;
  }

  /**
   * Calls the functions that wait for the response, the last one first; once, however often it is called. If one throws, the
   * others are called before its error is thrown: each may end what its stage has begun.
   */
  end(outcome: Outcome): void {
    const callback = this.#callbacks?.pop();
    if (callback === undefined) return;
    try {
      callback(outcome);
    } finally {
      this.end(outcome);
    }
  }
}
