// The parts that every behavior of the mock uses.
import type { JsonValue, OpenApiModel } from '@keyframe/openapi-model';
import type { Schemas } from './document/schemas.ts';
import type { HeaderTexts } from './exchange.ts';
import type { ResponseExample } from './request/matching-example.ts';
import type { Preferences } from './request/preferences.ts';
import type { ParameterValues } from './request/read-parameters.ts';
import type { Route } from './request/router.ts';
import type { ResponseHeaders } from './response/response-headers.ts';
import type { ResponseBodies } from './response/responses.ts';
import type { World } from './state/world.ts';
import type { Clock } from './time/clock.ts';
import type { ValueSource } from './values/value-source.ts';

/** Reads a document, and makes values for it. */
export interface Engine {
  model: OpenApiModel;
  schemas: Schemas;
  values: ValueSource;
  bodies: ResponseBodies;
  headers: ResponseHeaders;
  clock: Clock;
}

/** A request that is valid. */
export interface Call extends Omit<Route, 'path'> {
  url: URL;
  /** The path that precedes the path of the URL in addresses; empty unless the mock is mounted below one. */
  basePath: string;
  headers: HeaderTexts;
  parameters: ParameterValues;
  body: JsonValue | undefined;
  /** The response example that belongs to the request. */
  example: ResponseExample | undefined;
  preferences: Preferences;
  world: World;
  /** A number that is the same for the same request. */
  variant: number;
}

/** A response that was written. */
export interface ResponseFacts {
  status: number;
  headers: HeaderTexts;
  /** The value of JSON, the text of other media types. */
  body: JsonValue | undefined;
}

/** A response before it is written: without a body, the documented one of its status is sent. */
export interface Outcome {
  status: number;
  body?: JsonValue | undefined;
  /** The items of a stream; without them, generated ones are sent. */
  items?: readonly JsonValue[];
  headers?: Readonly<Record<string, string>>;
  /** Runs once the response is written. */
  onResponse?: (response: ResponseFacts) => void;
  /** Explains an error. */
  problem?: { message: string; member?: string | undefined };
}
