import type { ConventionOverrides } from '@keyframe/openapi-resources';
import type { MockReply, MockRequest } from './exchange.ts';
import type { Faults } from './faults.ts';
import type { MockPlugin } from './plugin.ts';
import type { Pace } from './request/preferences.ts';
import type { Delivery, Initial, Seed } from './state/world.ts';
import type { Clock } from './time/clock.ts';

/** The addresses of a mock that is served, as its page reaches them. */
export interface MockAddress {
  /** The URL of the API without a slash at its end. */
  server: string;
  /** The path below which the mock answers about itself: `/__mock`. */
  control: string;
}

/** Settings of a mock. */
export interface MockOptions {
  /** Starts generated values; the same seed makes the same values. 1 by default. */
  seed?: number;
  /** The pace of resources with states: `real` (the default), `fast`, or `manual`, which waits for `advance`. */
  pace?: Pace;
  /** The path below which another server mounts the mock: `/api`. Requests may have it or not, addresses in responses do. */
  basePath?: string;
  /** The number of resources that each list of a new world shows, or the resources of a new world; none by default. */
  initial?: Initial;
  /** Faults by operation: `POST /things=500`. */
  faults?: readonly string[];
  /** The credentials that are accepted: keys, tokens, or what follows `Basic`; any by default. */
  credentials?: readonly string[];
  /** Hosts, with or without port, that callbacks may be sent to, beside this machine. */
  allowCallbacks?: readonly string[];
  /** The secret that signs callbacks, `whsec_…`; `TEST_SECRET` by default. */
  callbackSecret?: string;
  /** The number of worlds, 1,000 by default; the one used least recently is dropped. */
  maxWorlds?: number;
  clock?: Clock;
  /** Sends callbacks. */
  fetch?: typeof fetch;
  plugins?: readonly MockPlugin[];
  /** Writes the HTML page at the root, as `writeReferenceFile` of `@keyframe/openapi-docs` does; no page by default. */
  page?: (address: MockAddress) => string | Promise<string>;
  /** Names that mean something other than by default. */
  conventions?: ConventionOverrides;
}

/** A mock of one document. */
export interface Mock {
  /** Answers a request. A response that is lost is a network error, `Response.error()`. */
  fetch: (request: Request) => Promise<Response>;
  /** Answers a request of a server, without the classes of the Fetch API. */
  handle: (request: MockRequest) => Promise<MockReply>;
  /** Lists what was derived from the document by which rule, and what stays stateless and why. */
  explain: () => string[];
  /** Moves all resources of a manual pace ahead by states, and waits for the callbacks. */
  advance: (steps?: number) => Promise<void>;
  /** Adds resources to a world, by the path of their kind: `/pets/{id}`. Throws SeedInvalidError. */
  seed: (seed: Seed, world?: string) => void;
  /** Returns the resources of a world as a seed. */
  export: (world?: string) => Required<Seed>;
  /** Removes everything from a world. */
  reset: (world?: string) => void;
  /** Lists the callbacks of a world. */
  listDeliveries: (world?: string) => readonly Delivery[];
  /** Lists the names of the callbacks and webhooks that `trigger` can send. */
  listCallbacks: () => string[];
  /**
   * Sends a callback or webhook with its documented body to a URL, and waits for the response.
   * Throws CallbackUnknownError for an unknown name, and CallbackUrlInvalidError for another URL than http or https.
   */
  trigger: (callback: string, url: string) => Promise<Delivery>;
  faults: Faults;
  /** Cancels callbacks that have not been sent, and answers the requests that wait at once. */
  close: () => void;
}
