// What generated code says about one operation: data, and the functions that only some operations need, so that an app
// ships what the operations that it calls need and nothing else.

/** Where a parameter stands. */
export type ParameterLocation = 'cookie' | 'header' | 'path' | 'query';

/** A parameter whose style is not the default of its place, or whose value may be an object. */
export interface StyledParameter {
  in: ParameterLocation;
  name: string;
  /** Gives the text of a path segment or header, or the pairs of a query or cookie, encoded. */
  write(value: unknown): string;
}

/** A body as `fetch` takes it. */
export type WrittenBody = NonNullable<RequestInit['body']>;

/** Writes a request body for its media type. */
export type BodyWriter = (body: unknown) => WrittenBody;

/** The media types of one documented response: none where it has no body. */
export type DocumentedTypes = string | readonly string[];

/** Alternatives, each the names of the security schemes that it needs together; an empty one needs none. */
export type SecurityAlternatives = readonly (readonly string[])[];

/** One operation of a document. */
export interface OperationDefinition {
  /** The operationId; errors name the operation by it. */
  id: string;
  method: string;
  /** The template, below the base URL. */
  path: string;
  /** By status, range (`4XX`) or `default`. */
  responses: Readonly<Record<string, DocumentedTypes>>;
  parameters?: readonly StyledParameter[];
  /** How bodies are written, by media type; JSON without. The first is sent where the request names none. */
  body?: Readonly<Record<string, BodyWriter | undefined>>;
  /** Stands in place of the client's, where the operation has its own. */
  security?: SecurityAlternatives;
  /** The header parameter that makes repeating safe. */
  idempotencyKey?: string;
  /** Statuses that are documented as retryable, of an operation that is not idempotent otherwise. */
  retry?: readonly number[];
  /** The URL that the operation has of its own, for clients whose base URL was not given. */
  server?: string;
}

/** The arguments of a call by their place, as generated functions hand them on. */
export interface AnyRequest {
  path?: object | undefined;
  query?: object | undefined;
  header?: object | undefined;
  cookie?: object | undefined;
  body?: unknown;
  contentType?: string | undefined;
}
