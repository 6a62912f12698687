export type {
  BodySerializer,
  Client,
  ClientForPath,
  ClientMethod,
  ClientOptions,
  ClientPathsWithMethod,
  ClientRequestMethod,
  DefaultParamsOption,
  FetchOptions,
  FetchResponse,
  HeadersOptions,
  MaybeOptionalInit,
  MergedOptions,
  MethodResponse,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParamsOption,
  ParseAs,
  ParseAsResponse,
  PathBasedClient,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
  RequestBodyOption,
  RequestOptions,
} from './client-types.ts';
export { createClient, createClient as default } from './create-client.ts';
export type {
  $Read,
  $Write,
  ErrorResponse,
  HttpMethod,
  MediaType,
  PathsWithMethod,
  Readable,
  SuccessResponse,
  Writable,
} from './operation-types.ts';
export {
  createQuerySerializer,
  defaultPathSerializer,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from './parameters.ts';
export { createPathBasedClient, wrapAsPathBasedClient } from './path-based-client.ts';
export { createFinalURL, defaultBodySerializer, mergeHeaders, removeTrailingSlash } from './request-parts.ts';
