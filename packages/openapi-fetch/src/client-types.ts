// The types of clients and calls. Their names and members are those of openapi-fetch 0.17.0 (MIT License, copyright 2023
// Drew Powers), so that code that uses them compiles unchanged.
import type {
  AnyObject,
  Anything,
  ErrorResponse,
  FilterKeys,
  HttpMethod,
  IsOperationRequestBodyOptional,
  MediaType,
  OperationRequestBodyContent,
  PathsWithMethod,
  Readable,
  RequiredKeyNames,
  ResponseObjectMap,
  SuccessResponse,
  Writable,
} from './operation-types.ts';

type Primitive = string | number | boolean;

/** Headers; null removes one that was set earlier, and a list repeats it. */
export type HeadersOptions =
  | Required<RequestInit>['headers']
  | Record<string, Primitive | Primitive[] | null | undefined>;

/** Options of a client. Members of `RequestInit` apply to every request. */
export interface ClientOptions extends Omit<RequestInit, 'headers'> {
  /** URL that precedes every path; a slash at its end is dropped. */
  baseUrl?: string;
  /** The global `fetch` by default. */
  fetch?: (input: Request) => Promise<Response>;
  /** The global `Request` by default. */
  Request?: typeof Request;
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  bodySerializer?: BodySerializer<unknown>;
  pathSerializer?: PathSerializer;
  headers?: HeadersOptions;
  /** Second argument of `fetch` in Node, such as undici's `dispatcher`. */
  requestInitExt?: Record<string, unknown>;
}

/** Writes the query of a request, with or without its question mark. */
export type QuerySerializer<TOperation> = (
  query: TOperation extends { parameters: Anything }
    ? NonNullable<TOperation['parameters']['query']>
    : Record<string, unknown>,
) => string;

/** How lists and objects are written in a query. */
export interface QuerySerializerOptions {
  /** `form`, exploded, by default. */
  array?: { style: 'form' | 'spaceDelimited' | 'pipeDelimited'; explode: boolean };
  /** `deepObject`, exploded, by default. */
  object?: { style: 'form' | 'deepObject'; explode: boolean };
  /** Whether values are sent without percent-encoding; false by default. */
  allowReserved?: boolean;
}

/** Writes the body of a request as a value that `Request` accepts. */
export type BodySerializer<TOperation> = (body: OperationRequestBodyContent<TOperation>) => unknown;

/** Replaces the parameters of a path, which may follow a base URL. */
export type PathSerializer = (pathname: string, pathParams: Record<string, unknown>) => string;

interface BodyType<TValue = unknown> {
  json: TValue;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response['body'];
}

/** How the body of a success is read. */
export type ParseAs = keyof BodyType;

/** The data of a success, by the `parseAs` of its call. */
export type ParseAsResponse<TValue, TOptions> = TOptions extends { parseAs: ParseAs }
  ? BodyType<TValue>[TOptions['parseAs']]
  : TValue;

/** The parameters of an operation that documents none. */
export interface DefaultParamsOption {
  params?: { query?: Record<string, unknown> };
}

/** The parameters of an operation, optional if none is required. */
export type ParamsOption<TOperation> = TOperation extends { parameters: Anything }
  ? RequiredKeyNames<TOperation['parameters']> extends never
    ? { params?: TOperation['parameters'] }
    : { params: TOperation['parameters'] }
  : DefaultParamsOption;

/** The body of an operation, optional if the document says so. */
export type RequestBodyOption<TOperation> =
  Writable<OperationRequestBodyContent<TOperation>> extends never
    ? { body?: never }
    : IsOperationRequestBodyOptional<TOperation> extends true
      ? { body?: Writable<OperationRequestBodyContent<TOperation>> }
      : { body: Writable<OperationRequestBodyContent<TOperation>> };

/** The options of a call, and the members of `RequestInit`. */
export type FetchOptions<TOperation> = RequestOptions<TOperation> & Omit<RequestInit, 'body' | 'headers'>;

/** The result of a call: `data` of a documented success, or `error` of anything else. */
export type FetchResponse<
  TOperation extends Record<string | number, Anything>,
  TOptions,
  TMedia extends MediaType,
> =
  | {
      data: ParseAsResponse<Readable<SuccessResponse<ResponseObjectMap<TOperation>, TMedia>>, TOptions>;
      error?: never;
      response: Response;
    }
  | {
      data?: never;
      error: Readable<ErrorResponse<ResponseObjectMap<TOperation>, TMedia>>;
      response: Response;
    };

/** The options of a call. */
export type RequestOptions<TOperation> = ParamsOption<TOperation> &
  RequestBodyOption<TOperation> & {
    baseUrl?: string;
    querySerializer?: QuerySerializer<TOperation> | QuerySerializerOptions;
    bodySerializer?: BodySerializer<TOperation>;
    pathSerializer?: PathSerializer;
    parseAs?: ParseAs;
    fetch?: ClientOptions['fetch'];
    headers?: HeadersOptions;
    /** Called after the middleware of the client. */
    middleware?: Middleware[];
  };

/** The options that apply to a request, those of its client included. */
export interface MergedOptions<TOperation = unknown> {
  baseUrl: string;
  parseAs: ParseAs;
  querySerializer: QuerySerializer<TOperation>;
  bodySerializer: BodySerializer<TOperation>;
  pathSerializer: PathSerializer;
  fetch: typeof globalThis.fetch;
}

/** The parameters of a call, by location. */
export interface MiddlewareRequestParams {
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  path?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
}

/** A request on its way through the middleware. */
export interface MiddlewareCallbackParams {
  request: Request;
  /** The path as the document writes it, with its braces. */
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  /** Identifies the request in all callbacks. */
  readonly id: string;
  readonly options: MergedOptions;
}

// A callback may have no return statement.
type Nothing = ReturnType<() => void>;
type Returned<TValue> = TValue | undefined | Nothing | Promise<TValue | undefined | Nothing>;

interface MiddlewareCallbacks {
  /** May replace the request, or respond itself: then nothing is sent, and no later callback is called. */
  onRequest: (options: MiddlewareCallbackParams) => Returned<Request | Response>;
  /** May replace the response. Called in reverse order. */
  onResponse: (options: MiddlewareCallbackParams & { response: Response }) => Returned<Response>;
  /** May replace the error of `fetch`, or respond instead. Called in reverse order. */
  onError: (options: MiddlewareCallbackParams & { error: unknown }) => Returned<Response | Error>;
}

/** Functions that see each request, response and error; at least one of them. */
export type Middleware = {
  [Name in keyof MiddlewareCallbacks]: Pick<MiddlewareCallbacks, Name> &
    Partial<Omit<MiddlewareCallbacks, Name>>;
}[keyof MiddlewareCallbacks];

/** The options of a call, undefined if all of them are optional. */
export type MaybeOptionalInit<TPathItem, TMethod extends keyof TPathItem> =
  RequiredKeyNames<FetchOptions<FilterKeys<TPathItem, TMethod>>> extends never
    ? FetchOptions<FilterKeys<TPathItem, TMethod>> | undefined
    : FetchOptions<FilterKeys<TPathItem, TMethod>>;

// Members that only a custom `fetch` knows are added after the options have been inferred.
type WithOthers<TInit> = TInit & { [key: string]: unknown };
type InitParam<TInit> = RequiredKeyNames<TInit> extends never ? [WithOthers<TInit>?] : [WithOthers<TInit>];

type PathItems = Record<string, Record<HttpMethod, AnyObject>>;

/** A function that calls the operations of one method. */
export type ClientMethod<TPaths extends PathItems, TMethod extends HttpMethod, TMedia extends MediaType> = <
  Path extends PathsWithMethod<TPaths, TMethod>,
  Init extends MaybeOptionalInit<TPaths[Path], TMethod>,
>(
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<TPaths[Path][TMethod], Init, TMedia>>;

/** A function that calls any operation. */
export type ClientRequestMethod<TPaths extends PathItems, TMedia extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<TPaths, Method>,
  Init extends MaybeOptionalInit<TPaths[Path], Method>,
>(
  method: Method,
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<TPaths[Path][Method], Init, TMedia>>;

/** The functions of one path, by method. */
export type ClientForPath<TPathItem extends Record<string | number, Anything>, TMedia extends MediaType> = {
  [Method in keyof TPathItem as Uppercase<string & Method>]: <
    Init extends MaybeOptionalInit<TPathItem, Method>,
  >(
    ...init: InitParam<Init>
  ) => Promise<FetchResponse<TPathItem[Method], Init, TMedia>>;
};

/** A client of the paths of a document. */
export interface Client<TPaths extends AnyObject, TMedia extends MediaType = MediaType> {
  request: ClientRequestMethod<TPaths, TMedia>;
  GET: ClientMethod<TPaths, 'get', TMedia>;
  PUT: ClientMethod<TPaths, 'put', TMedia>;
  POST: ClientMethod<TPaths, 'post', TMedia>;
  DELETE: ClientMethod<TPaths, 'delete', TMedia>;
  OPTIONS: ClientMethod<TPaths, 'options', TMedia>;
  HEAD: ClientMethod<TPaths, 'head', TMedia>;
  PATCH: ClientMethod<TPaths, 'patch', TMedia>;
  TRACE: ClientMethod<TPaths, 'trace', TMedia>;
  /** Adds middleware. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** The paths of a client that have a method. */
export type ClientPathsWithMethod<TClient extends Client<Anything, Anything>, TMethod extends HttpMethod> =
  TClient extends Client<infer Paths, infer _Media> ? PathsWithMethod<Paths, TMethod> : never;

/** The data of an operation's success. */
export type MethodResponse<
  TClient extends Client<Anything, Anything>,
  TMethod extends HttpMethod,
  TPath extends ClientPathsWithMethod<TClient, TMethod>,
  TOptions = AnyObject,
> =
  TClient extends Client<infer Paths extends { [key: string]: Anything }, infer Media extends MediaType>
    ? NonNullable<FetchResponse<Paths[TPath][TMethod], TOptions, Media>['data']>
    : never;

/** A client whose members are the paths of a document. */
export type PathBasedClient<
  TPaths extends Record<string | number, Anything>,
  TMedia extends MediaType = MediaType,
> = {
  [Path in keyof TPaths]: ClientForPath<TPaths[Path], TMedia>;
};
