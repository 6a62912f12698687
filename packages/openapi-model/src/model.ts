import type { JsonObject } from './json.ts';
import type { LocatedSchema } from './schema.ts';

/** Lists the methods that a path item can hold (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof METHODS)[number];

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export interface MediaType {
  /** As written: `application/json`, `text/*`. */
  name: string;
  schema: LocatedSchema | undefined;
  pointer: string;
}

export interface Parameter {
  name: string;
  location: ParameterLocation;
  required: boolean;
  description: string | undefined;
  style: string;
  explode: boolean;
  /** Undefined when the parameter is described by `content`. */
  schema: LocatedSchema | undefined;
  content: MediaType[];
  pointer: string;
}

export interface RequestBody {
  required: boolean;
  description: string | undefined;
  content: MediaType[];
  pointer: string;
}

export interface Header {
  name: string;
  required: boolean;
  description: string | undefined;
  schema: LocatedSchema | undefined;
  explode: boolean;
  pointer: string;
}

export interface Link {
  name: string;
  operationId: string | undefined;
  operationRef: string | undefined;
  parameters: JsonObject;
  pointer: string;
}

export interface Response {
  /** A status, a range such as `4XX`, or `default`. */
  status: string;
  description: string;
  headers: Header[];
  content: MediaType[];
  links: Link[];
  pointer: string;
}

/** Maps the names of security schemes, all of which are needed, to the scopes needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Callback {
  name: string;
  /** The runtime expression that the address is made of. */
  expression: string;
  operations: Operation[];
  pointer: string;
}

export interface Operation {
  /** The `operationId`; where there is none, a name made of method and path. */
  id: string;
  method: Method;
  path: string;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  tags: string[];
  /** The operation's own, and those of its path item that it does not override. */
  parameters: Parameter[];
  requestBody: RequestBody | undefined;
  responses: Response[];
  /** Alternatives; the document's default where the operation has none. Empty: no security. */
  security: SecurityRequirement[];
  callbacks: Callback[];
  pointer: string;
}

export interface Webhook {
  name: string;
  operations: Operation[];
  pointer: string;
}

/** Holds one OpenAPI 3.1 document, its references resolved down to the schemas. */
export interface OpenApiModel {
  /** Where the document came from, for messages. */
  source: string;
  /** The document as it was read. */
  document: JsonObject;
  operations: Operation[];
  webhooks: Webhook[];
  /** `components.schemas` by name, in the order of the document. */
  schemas: ReadonlyMap<string, LocatedSchema>;
}
