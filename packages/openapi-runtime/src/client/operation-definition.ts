// The definition of one operation by generated code: data, and the functions that only some operations need. An app
// therefore ships only the code of the operations that it calls.
import type { AttemptOptions } from './attempts.ts';
import type { ErrorFactory } from './error-factory.ts';
import type { DocumentedResponses, ResponseReader, StreamReader } from './reading.ts';
import type { RetryRule } from './retry.ts';

/** The part of a request that contains a parameter. */
export type ParameterLocation = 'cookie' | 'header' | 'path' | 'query';

/** A parameter whose style is not the default of its location, or whose value may be an object. */
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

/** Alternatives, each the names of the security schemes that it needs together; an empty one needs none. */
export type SecurityAlternatives = readonly (readonly string[])[];

/** A request before it has credentials. */
export interface RequestParts {
  /** The base URL of the client, the path of the document, and the query. */
  url: string;
  /** By name, in lower case. */
  headers: Record<string, string>;
  body?: WrittenBody;
  /** Required by `fetch` for a stream. */
  duplex?: 'half';
}

/** The input of a request writer besides the arguments. */
export interface WriteContext {
  definition: OperationDefinition;
  errors: ErrorFactory;
  /** Whether the base URL is the document's, so that an operation may have another one. */
  isDocumentUrl?: boolean | undefined;
  /** Options of this call only; a writer may change them. */
  options: AttemptOptions;
}

/** Writes one part of a request; the operation lists the writers that it needs. */
export type RequestWriter = (parts: RequestParts, request: AnyRequest, context: WriteContext) => void;

/** One operation of a document. */
export interface OperationDefinition {
  /** The operationId; errors name the operation by it. */
  id: string;
  /** The function that calls it, where its name differs from the id. */
  name?: string;
  method: string;
  /** The template, below the base URL. */
  path: string;
  responses?: DocumentedResponses;
  /** Parses the JSON of responses: `parseDigits` where large integers are converted, else `JSON.parse`. */
  parse?: (text: string) => unknown;
  /** `readJson` if all responses are JSON, `readJsonByClass` if any status will do, `readRedirect` if each success is one, else `readAny`. */
  read: ResponseReader;
  /** Keeps `fetch` from following redirects. */
  redirect?: 'manual' | undefined;
  /** The media types of its successes; JSON without. */
  accept?: string;
  /** How streams of items are read, by media type. */
  streams?: Readonly<Record<string, StreamReader>>;
  /** Writers of the parts other than method and path, in the order of writing. */
  write?: readonly RequestWriter[];
  parameters?: readonly StyledParameter[];
  /** How bodies are written, by media type; JSON without. Where the request names none, JSON is sent, or else the first. */
  body?: Readonly<Record<string, BodyWriter | undefined>>;
  /** Replaces the client's security if the operation has its own. */
  security?: SecurityAlternatives;
  /** After which failures it may be sent again: `isTransient` where that is safe, `isRefused(…)` where it is documented. */
  retry?: RetryRule | undefined;
}

/** The arguments of a call by location, as generated functions pass them. */
export interface AnyRequest {
  path?: object | undefined;
  query?: object | undefined;
  header?: object | undefined;
  cookie?: object | undefined;
  body?: unknown;
  contentType?: string | undefined;
}
