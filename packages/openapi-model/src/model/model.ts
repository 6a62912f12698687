import type { JsonObject, JsonValue } from '../json.ts';
import type { ToSource } from '../origins.ts';
import type { EventData } from '../prepare/event-items.ts';
import type { Locate, Problem } from '../problem.ts';
import type { Lenience } from '../repair/repairs.ts';
import type { StreamFormat } from '../streams.ts';
import type { LocatedSchema } from './schema.ts';
import type { SchemaResolver } from './schema-resolver.ts';

/** Lists the methods that a path item of any version can hold (OpenAPI 3.1, Path Item Object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** A method: in lower case, or as `additionalOperations` spells it (OpenAPI 3.2, Path Item Object). */
export type Method = (typeof METHODS)[number] | 'query' | (string & Record<never, never>);

/** The location of a parameter; `whole` queries of OpenAPI 3.2 are in `query`. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** The notation of a parameter as text (OpenAPI, Style Values). */
export type ParameterStyle =
  | 'cookie'
  | 'deepObject'
  | 'form'
  | 'label'
  | 'matrix'
  | 'pipeDelimited'
  | 'simple'
  | 'spaceDelimited'
  | 'whole';

/** A media type of a body, with the schema of its values. */
export interface MediaType {
  /** The media type as written: `application/json`, `text/*`. */
  name: string;
  schema: LocatedSchema | undefined;
  /** Absent unless the media type is a stream of described items. */
  stream?: Stream;
  /** By the name of the property that each is about. */
  encoding: Encoding[];
  pointer: string;
}

/** A stream of items that a schema describes: `itemSchema`, or `x-item-schema` before OpenAPI 3.2. */
export interface Stream {
  format: StreamFormat;
  item: LocatedSchema;
  /** The events whose data is JSON; absent if all data is text. */
  eventData?: EventData;
}

/** Serialization of one property of a multipart or form body. */
export interface Encoding {
  name: string;
  /** Media types, separated by commas; undefined for the default of the property's type. */
  contentType: string | undefined;
  headers: Header[];
  /** Undefined unless the document specifies it: without style, explode and allowReserved `contentType` decides. */
  style: string | undefined;
  explode: boolean | undefined;
  allowReserved: boolean | undefined;
  pointer: string;
}

/** A parameter of an operation, with the defaults of `style` and `explode` filled in. */
export interface Parameter extends Header {
  location: ParameterLocation;
  /**
   * `whole` for a parameter that is the whole query in a media type other than a form; a form is a `query` parameter
   * whose members are spread over it (OpenAPI 3.2, `in: querystring`).
   */
  style: ParameterStyle;
  allowReserved: boolean;
  /** An empty text is a value, even if the schema rejects it (query only). */
  allowEmptyValue: boolean;
}

/** The body of a request. */
export interface RequestBody {
  required: boolean;
  description: string | undefined;
  content: MediaType[];
  pointer: string;
}

/** A header of a response or of a part of a body. */
export interface Header {
  name: string;
  required: boolean;
  description: string | undefined;
  deprecated: boolean;
  explode: boolean;
  /** Undefined when the value is described by `content`. */
  schema: LocatedSchema | undefined;
  content: MediaType[];
  pointer: string;
}

/** A link from a response to another operation (OpenAPI, Link Object). */
export interface Link {
  name: string;
  operationId: string | undefined;
  operationRef: string | undefined;
  parameters: JsonObject;
  requestBody: JsonValue | undefined;
  pointer: string;
}

/** A documented response. */
export interface Response {
  /** A status, a range such as `4XX`, or `default`. */
  status: string;
  summary: string | undefined;
  description: string;
  headers: Header[];
  content: MediaType[];
  links: Link[];
  pointer: string;
}

/** Maps the names of security schemes, all of which are needed, to the scopes needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Requests that the server sends to an address from a request or response (OpenAPI, Callback Object). */
export interface Callback extends Webhook {
  /** The runtime expression of the address. */
  expression: string;
}

/** A server of an API (OpenAPI, Server Object). */
export interface Server {
  /** May contain variables, `https://{region}.example.com`, and be relative to the URL of the document, `/v1`. */
  url: string;
  variables: ServerVariable[];
  /** `#` for the default of a document without servers. */
  pointer: string;
}

/** A variable in the URL of a server. */
export interface ServerVariable {
  name: string;
  /** The default. */
  value: string;
  /** Undefined unless the document lists them. */
  values: string[] | undefined;
}

/** One method of a path, a webhook or a callback. Pointers are JSON pointers in URI fragment form, `#/paths/~1tasks/get`. */
export interface Operation {
  /** The `operationId`; a name created from method and path if the operation has none, or one that is a hash. */
  id: string;
  /** The `operationId` of the document, which links refer to. */
  operationId: string | undefined;
  method: Method;
  path: string;
  /** The path such that paths of one resource are equal: see `toResourcePath`. */
  resourcePath: string;
  /** The method that the operation has if its path has no verbs: the method itself, unless the names of paths are read. */
  resourceMethod: Method;
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
  /** At least one: the operation's own, otherwise those of its path item, otherwise those of the document. */
  servers: Server[];
  callbacks: Callback[];
  pointer: string;
}

/** Requests that the server sends by itself (OpenAPI, `webhooks`). */
export interface Webhook {
  name: string;
  operations: Operation[];
  pointer: string;
}

/** A security scheme of the document (OpenAPI, Security Scheme Object). */
export interface SecurityScheme {
  /** `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`. */
  type: string;
  description: string | undefined;
  deprecated: boolean;
  /** The scheme as it is written, references followed. */
  value: JsonObject;
  pointer: string;
}

/** A tag that the document declares. */
export interface Tag {
  name: string;
  summary: string | undefined;
  description: string | undefined;
  /** The name of the tag that it is nested in. */
  parent: string | undefined;
  /** `nav`, `badge`, `audience` or another kind. */
  kind: string | undefined;
  pointer: string;
}

/** Changes of the schemas of a document. */
export interface SchemaEdits {
  /** Schemas by the pointers of those that they replace; a part of one can be replaced, too. */
  schemas: ReadonlyMap<string, JsonObject>;
  /** Components that the document lacks, by name. */
  components: ReadonlyMap<string, JsonObject>;
}

/** Holds one OpenAPI document, its references resolved down to the schemas. */
export interface OpenApiModel {
  /** The origin of the document, for messages. */
  source: string;
  /** Paths of all files that the document was read from. */
  files: readonly string[];
  /** Finds the source location of a pointer of the document. */
  locate: Locate;
  /** Converts a pointer of `document` to that of the same part before the document was upgraded and corrected. */
  toSource: ToSource;
  /** Writes a finding about the model with the names that the version of the document as it was written has. */
  restoreNames: (problem: Problem) => Problem;
  /** The document that the pointers of the model refer to; mistakes that were accepted are corrected in it. */
  document: JsonObject;
  /** The document as it was read: bundled where it was in several files, upgraded where it was of Swagger 2.0 or OpenAPI 3.0. */
  original: JsonObject;
  /** The rules by which the document was read. */
  lenient: Lenience;
  /** Findings that these rules accepted, and keywords that mean less than they seem to. */
  warnings: readonly Problem[];
  /** The servers of the document, at least one. */
  servers: Server[];
  operations: Operation[];
  webhooks: Webhook[];
  /** The declared tags, in the order of the document. */
  tags: Tag[];
  /** `components.schemas` by name, in the order of the document, and added ones. */
  schemas: ReadonlyMap<string, LocatedSchema>;
  /** Changes of the schemas since the document was read. */
  edits: SchemaEdits;
  /** `components.securitySchemes` by name, in the order of the document. */
  securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Follows the references between schemas. */
  resolver: SchemaResolver;
}
