import type { CallOptions, Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { AnyRequest, OperationDefinition, ParameterLocation } from '../client/operation-definition.ts';
import type { EndReader, StateRules, WorkState } from '../work/read-phase.ts';

/** A request and its response. */
export interface WorkExchange {
  request?: AnyRequest | undefined;
  data: unknown;
  response?: Response | undefined;
}

/** The source of a value: a pointer into the body of the response, or a function. */
export type ValueSource = string | ((exchange: WorkExchange) => unknown);

/** The sources of an operation's parameters, and of the members of its body. */
export type ParameterSources = readonly (readonly [
  location: ParameterLocation | 'body',
  name: string,
  source: ValueSource,
])[];

/** Converts the exchange of a start to an id, and an id to the request of the reader. */
export interface WorkLocator {
  /** Returns undefined for an exchange without the values of an id. */
  write(exchange: WorkExchange): string | undefined;
  read(id: string): { request: AnyRequest; reader?: OperationDefinition };
}

/** How the work of one operation is followed. Functions are those that only some work needs. */
export interface WorkDefinition {
  start: OperationDefinition;
  reader: OperationDefinition;
  /** The reader that responds when the work ends, if there is one. */
  waitingReader?: OperationDefinition;
  locate: WorkLocator;
  states: StateRules;
  /** Reads states whose words do not decide alone. */
  readEnd?: EndReader;
  /** Reads the result of work that succeeded; its last reading by default. */
  result?: (client: Client, exchange: WorkExchange, wait: WorkWait) => unknown;
  /** Cancels work that a request of the reader reads. */
  cancel?: (client: Client, exchange: WorkExchange, options?: CallOptions) => PromiseLike<unknown>;
  /** The pause between two readings, in milliseconds; a schedule that begins with 1,000 by default. */
  every?: number;
  /** Yields readings of a stream, and returns if it does not work. */
  follow?: (client: Client, wait: WorkWait) => AsyncGenerator<WorkReading, void, undefined>;
}

/** One reading of work. */
export interface WorkReading<TData = unknown> extends WorkState {
  data: TData;
  /** Absent for a reading of a stream. */
  response?: Response | undefined;
}

/** A wait for work. */
export interface WorkWait {
  definition: WorkDefinition;
  id: string;
  /** Options of each request. */
  call?: CallOptions | undefined;
  /** Ends the wait. */
  signal: AbortSignal;
  /** The earliest time of the first reading, by the clock, of work that was accepted just now. */
  firstAt?: number | undefined;
  /** Milliseconds between requests, in place of stream, waiting readings and schedule. */
  interval?: number | undefined;
  /** Pauses before each request, where `ms` is above 0; the clock by default. */
  pause?: ((ms: number, signal: AbortSignal, clock: Clock) => Promise<void>) | undefined;
  /** The error of the last reading if it failed; the wait sets it. */
  cause?: unknown;
}
