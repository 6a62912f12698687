// Additions to a mock for what no document specifies, such as files and prices.
import type { JsonObject } from '@keyframe/openapi-model';
import type { Call, Outcome } from './engine.ts';
import type { MockReply, MockRequest } from './exchange.ts';
import type { World } from './state/world.ts';

/** A resource that has entered a state. */
export interface StateEvent {
  world: World;
  /** The path of its kind: `/tasks/{id}`. */
  itemPath: string;
  id: string;
  value: JsonObject;
  /** Undefined for a resource without states. */
  state: string | undefined;
  /** The members of the request that created it. */
  request: JsonObject;
}

/** An addition to a mock; each member is optional. */
export interface MockPlugin {
  /** Answers requests that the document does not describe, such as those for files. */
  serve?: (request: MockRequest) => Promise<MockReply | undefined> | MockReply | undefined;
  /** Decides about a valid request before it takes effect; may change the preferences of the call. */
  before?: (call: Call) => Outcome | undefined;
  /** Changes the outcome of a request. */
  after?: (call: Call, outcome: Outcome) => Outcome;
  /** Changes the value of a resource that has been created, or has entered a state; it must stay valid. */
  enter?: (event: StateEvent) => JsonObject;
}
