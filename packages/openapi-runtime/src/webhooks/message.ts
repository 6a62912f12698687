import type { z } from 'zod';
import type { OperationDefinition } from '../http/operation-definition.ts';
import type { RouteShape } from '../http/route.ts';
import type { Exchange } from './evaluate-expression.ts';

/** A callback: its operation, and the runtime expression of its address. */
export interface CallbackDefinition<TRoute = RouteShape> extends OperationDefinition<TRoute> {
  expression: string;
}

/** Maps the ids of webhooks or callbacks to their definitions. */
export type MessageDefinitions = Readonly<Record<string, CallbackDefinition | OperationDefinition>>;

type Empty = Record<never, never>;
type DefinedRequest<TDefinition> = TDefinition extends { route: { request: infer TRequest } }
  ? TRequest
  : Empty;

// A part is optional if all of its members are optional.
type Part<TName extends string, TValue> = Empty extends TValue
  ? { [TKey in TName]?: TValue }
  : { [TKey in TName]: TValue };

type RequestPart<TRequest, TPart extends string, TName extends string> = TRequest extends {
  [TKey in TPart]: infer TSchema extends z.ZodType;
}
  ? Part<TName, z.input<TSchema>>
  : Empty;

type SchemaInput<TMedia> = TMedia extends { schema: infer TSchema extends z.ZodType }
  ? z.input<TSchema>
  : unknown;

type TypeName<TName extends string> = TName extends `${string}*${string}` ? string : TName;

// The only media type need not be named, unless it is a range.
type Naming<TName extends string, TAll extends string> = [TAll] extends [TName]
  ? TName extends `${string}*${string}`
    ? { contentType: string }
    : { contentType?: TName }
  : { contentType: TypeName<TName> };

type Content<TContent> = {
  [TName in keyof TContent & string]: Naming<TName, keyof TContent & string> &
    ({ body: SchemaInput<TContent[TName]>; text?: undefined } | { text: string; body?: undefined });
}[keyof TContent & string];

type RequestBody<TRequest> = TRequest extends { body: { content: infer TContent } & infer TBody }
  ? TBody extends { required: true }
    ? Content<TContent>
    : Content<TContent> | { body?: undefined; contentType?: undefined; text?: undefined }
  : Empty;

type TargetAddress<TDefinition> = TDefinition extends { expression: string }
  ? { url: URL | string; exchange?: undefined } | { exchange: Exchange; url?: undefined }
  : { url: URL | string };

type RequestHeaders<TRequest> = TRequest extends { headers: infer TSchema extends z.ZodType }
  ? Part<'headers', z.input<TSchema> | ((body: string) => Promise<z.input<TSchema>> | z.input<TSchema>)>
  : Empty;

/**
 * The input of a sender: the address (a callback's may be evaluated from the exchange that it answers), the parameters
 * by location, and the body. `headers` may be a function of the body's text, so that it can be signed. A JSON or plain
 * body may be passed as `text`, as it was written before: it is validated like any other and sent byte for byte, which
 * a retry must do.
 */
export type MessageOf<TDefinition> = TargetAddress<TDefinition> &
  RequestBody<DefinedRequest<TDefinition>> &
  RequestHeaders<DefinedRequest<TDefinition>> &
  RequestPart<DefinedRequest<TDefinition>, 'cookies', 'cookies'> &
  RequestPart<DefinedRequest<TDefinition>, 'params', 'params'> &
  RequestPart<DefinedRequest<TDefinition>, 'query', 'query'>;

/** A message of any kind, as the code that sends it sees it. */
export interface AnyMessage {
  url?: URL | string | undefined;
  exchange?: Exchange | undefined;
  headers?: MessageHeaders | ((body: string) => MessageHeaders | Promise<MessageHeaders>);
  cookies?: Readonly<Record<string, unknown>>;
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  contentType?: string | undefined;
  body?: unknown;
  text?: string | undefined;
}

export type MessageHeaders = Readonly<Record<string, unknown>>;
