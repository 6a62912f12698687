import type { Pace } from '@keyframe/openapi-mock';
import type { ServeOptions } from '@keyframe/openapi-mock/node';
import type { MockError } from './mock-error.ts';

/** The programs that can answer. */
export const ENGINES = ['stateful', 'prism'] as const;
/** `stateful` remembers resources; `prism` responds with the examples of the contract. */
export type Engine = (typeof ENGINES)[number];

/** Address, engine and logs of the mock. Callers are restricted for `stateful` only. */
export interface MockOptions extends ServeOptions {
  /** `stateful` by default. */
  engine?: Engine;
  /** How fast tasks pass through their states; `real` by default. Only for `stateful`. */
  pace?: Pace;
  /** Hosts, beside this machine, that callbacks may be sent to. Only for `stateful`. */
  allowCallbacks?: readonly string[];
  /** Faults by operation: `POST /v1/videos/generations=500`. Only for `stateful`. */
  faults?: readonly string[];
  /** Whether generations with a `callback_url` post to it; true by default. */
  callbacks?: boolean;
}

/** A running mock; `stop` resolves when it no longer listens, and may be called again. */
export interface Mock extends AsyncDisposable {
  url: string;
  /** Resolves to the reason when the mock cannot continue; stays pending when it is stopped. */
  failed: Promise<MockError>;
  stop(): Promise<void>;
}
