// The package ships no types; these are the parts that are used.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Requests over all connections. */
    readonly amount: number;
    /** Failed requests after which it gives up. */
    readonly bailout: number;
    readonly setupClient: (client: Client) => void;
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
