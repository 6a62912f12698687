// The types of handlers: what a request holds once it is valid, and what may be answered.
import type { z } from '@hono/zod-openapi';
import type { Context, Env, TypedResponse } from 'hono';
import type {
  ClientErrorStatusCode,
  InfoStatusCode,
  RedirectStatusCode,
  ServerErrorStatusCode,
  StatusCode,
  SuccessStatusCode,
} from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import type { RawBodySchema } from './raw-body.ts';
import type { RouteShape } from './route.ts';

interface Ranges {
  '1XX': InfoStatusCode;
  '2XX': SuccessStatusCode;
  '3XX': RedirectStatusCode;
  '4XX': ClientErrorStatusCode;
  '5XX': ServerErrorStatusCode;
}

type Exact<TResponses> = Extract<keyof TResponses, number>;

type ResponseStatus<TResponses, TKey> = TKey extends number
  ? TKey
  : TKey extends keyof Ranges
    ? Exclude<Ranges[TKey], Exact<TResponses>>
    : Exclude<StatusCode, Exact<TResponses> | Ranges[Extract<keyof TResponses, keyof Ranges>] | -1>;

type Empty = Record<never, never>;

type MediaSchema<TMediaType> = TMediaType extends { schema: infer TSchema extends z.ZodType }
  ? TSchema
  : z.ZodUnknown;

type Essence<TName extends string> =
  Lowercase<TName> extends `${infer TEssence};${string}` ? TEssence : Lowercase<TName>;

type IsJson<TName extends string> = Essence<TName> extends `${string}/json` | `${string}+json` ? true : false;

type IsForm<TName extends string> =
  Essence<TName> extends 'multipart/form-data' | 'application/x-www-form-urlencoded' ? true : false;

type IsRange<TName extends string> = TName extends `${string}*${string}` ? true : false;

// Types of requests.

type RequestContent<TRoute> = TRoute extends { request: { body: { content: infer TContent } } }
  ? TContent
  : Empty;

type JsonNames<TContent> = {
  [TName in keyof TContent & string]: MediaSchema<TContent[TName]> extends RawBodySchema
    ? never
    : true extends IsJson<TName> | IsRange<TName>
      ? TName
      : never;
}[keyof TContent & string];

type FormNames<TContent> = {
  [TName in keyof TContent & string]: IsForm<TName> extends true ? TName : never;
}[keyof TContent & string];

// A body may also be absent, or have come as another media type.
type BodyInput<TRoute, TNames extends string> =
  | z.output<MediaSchema<RequestContent<TRoute>[TNames & keyof RequestContent<TRoute>]>>
  | (TRoute extends { request: { body: { required: true } } } ? never : undefined)
  | (IsRange<TNames> extends false ? never : undefined)
  | (Exclude<keyof RequestContent<TRoute>, TNames> extends never ? never : undefined);

type PartInput<TRoute, TPart extends string, TTarget extends string> = TRoute extends {
  request: { [TName in TPart]: infer TSchema extends z.ZodType };
}
  ? { [TName in TTarget]: z.output<TSchema> }
  : Empty;

type JsonInput<TRoute, TNames extends string> = [TNames] extends [never]
  ? Empty
  : { json: BodyInput<TRoute, TNames> };

type FormInput<TRoute, TNames extends string> = [TNames] extends [never]
  ? Empty
  : { form: BodyInput<TRoute, TNames> };

/** The results of `context.req.valid`, by part of the request. */
export interface OperationInput<TRoute> {
  out: PartInput<TRoute, 'params', 'param'> &
    PartInput<TRoute, 'query', 'query'> &
    PartInput<TRoute, 'headers', 'header'> &
    PartInput<TRoute, 'cookies', 'cookie'> &
    JsonInput<TRoute, JsonNames<RequestContent<TRoute>>> &
    FormInput<TRoute, FormNames<RequestContent<TRoute>>>;
}

// Types of responses.

type MediaTypeName<TName extends string> = TName extends '*/*'
  ? `${string}/${string}`
  : TName extends `${infer TType}/*`
    ? `${TType}/${string}`
    : TName;

type IsUnion<TValue, TCopy = TValue> = TValue extends unknown
  ? [TCopy] extends [TValue]
    ? false
    : true
  : never;

type MediaTypePart<TName extends string, TContent> = true extends IsRange<TName> | IsUnion<keyof TContent>
  ? { mediaType: MediaTypeName<TName> }
  : { mediaType?: TName };

type BodyPart<TResponse> = TResponse extends { content: infer TContent }
  ? {
      [TName in keyof TContent & string]: MediaTypePart<TName, TContent> & {
        body: z.input<MediaSchema<TContent[TName]>>;
      };
    }[keyof TContent & string]
  : { body?: undefined; mediaType?: undefined };

type HeadersPart<TResponse> = TResponse extends { headers: infer TSchema extends z.ZodType }
  ? Empty extends z.input<TSchema>
    ? { headers?: z.input<TSchema> }
    : { headers: z.input<TSchema> }
  : { headers?: Record<string, never> };

/** The replies that a handler may return: one of the documented responses, with all that is documented for it. */
export type ReplyParts<TResponses> = {
  [TKey in keyof TResponses]: { status: ResponseStatus<TResponses, TKey> } & HeadersPart<TResponses[TKey]> &
    BodyPart<TResponses[TKey]>;
}[keyof TResponses];

type HonoStatus<TResponses, TKey> = ResponseStatus<TResponses, TKey> & StatusCode;

type HonoJson<TStatus extends StatusCode, TSchema extends z.ZodType> = TypedResponse<
  JSONParsed<z.input<TSchema>>,
  TStatus,
  'json'
>;

// Hono's own `json` sends application/json and `text` text/plain, so they fit where these are documented.
type HonoContent<TStatus extends StatusCode, TContent> = {
  [TName in keyof TContent & string]: Essence<TName> extends 'application/json' | 'application/*' | '*/*'
    ? HonoJson<TStatus, MediaSchema<TContent[TName]>>
    : Essence<TName> extends 'text/plain' | 'text/*'
      ? TypedResponse<z.input<MediaSchema<TContent[TName]>>, TStatus, 'text'>
      : never;
}[keyof TContent & string];

type HonoResponse<TResponses> = {
  [TKey in keyof TResponses]: TResponses[TKey] extends { content: infer TContent }
    ? HonoContent<HonoStatus<TResponses, TKey>, TContent>
    : TypedResponse<null | undefined, HonoStatus<TResponses, TKey>, 'body' | 'redirect'>;
}[keyof TResponses];

declare const documented: unique symbol;

/** A response that `reply` has made. */
export type DocumentedResponse = Response & { readonly [documented]: true };

/** Makes the response of a reply. */
export type Reply<TResponses> = (parts: ReplyParts<TResponses>) => DocumentedResponse;

type MaybePromise<TValue> = TValue | Promise<TValue>;

/**
 * Answers an operation: with `reply`, which takes a documented status, media type, headers and body and nothing else,
 * or with Hono's own `context.json`, `text`, `body` and `redirect` where they send what is documented.
 */
export type OperationHandler<TRoute extends RouteShape, TEnv extends Env = Env> = (
  context: Context<TEnv, HonoPath<TRoute['path']>, OperationInput<TRoute>>,
  reply: Reply<TRoute['responses']>,
) => MaybePromise<DocumentedResponse | HonoResponse<TRoute['responses']>>;

/** Maps each operationId to the handler of its route. */
export type OperationHandlers<
  TOperations extends Record<keyof TOperations, { route: RouteShape }>,
  TEnv extends Env,
> = {
  [TId in keyof TOperations]: OperationHandler<TOperations[TId]['route'], TEnv>;
};

type HonoPath<TPath extends string> = TPath extends `${infer TStart}/{${infer TName}}${infer TRest}`
  ? `${TStart}/:${TName}${HonoPath<TRest>}`
  : TPath;
