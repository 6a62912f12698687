// The parts of an operation in `paths`, as openapi-typescript and `keyframe generate types` write them.

/** The methods of a path item. */
export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** Any media type; a narrower one selects the content of responses. */
export type MediaType = `${string}/${string}`;

type OkStatus = 200 | 201 | 202 | 203 | 204 | 206 | 207 | '2XX';

// The registered statuses, and those that servers such as nginx have added.
type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416)
  | (417 | 418 | 420 | 421 | 422 | 423 | 424 | 425 | 426 | 427 | 428 | 429 | 430 | 431 | 444 | 450 | 451)
  | (497 | 498 | 499 | '4XX');
type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511 | '5XX';
type ErrorStatus = ClientErrorStatus | ServerErrorStatus | 'default';

/**
 * Parts of an operation that a type parameter does not know yet. It is `any`, as in openapi-fetch: with `unknown`, functions
 * that pass their own type parameters on to a client do not compile.
 */
export type Anything = ReturnType<typeof JSON.parse>;

/** The object type that all objects are assignable to. */
export type AnyObject = Record<never, never>;

/** The values of the keys that match. */
export type FilterKeys<TObject, TKeys> = TObject[keyof TObject & TKeys];

type RequiredKeys<TObject> = {
  [Key in keyof TObject]: AnyObject extends Pick<TObject, Key> ? never : Key;
}[keyof TObject];

/** The names of the members that are not optional. */
export type RequiredKeyNames<TObject> =
  RequiredKeys<TObject> extends undefined ? never : RequiredKeys<TObject>;

/** The paths that have a method. */
export type PathsWithMethod<TPaths extends AnyObject, TMethod extends HttpMethod> = {
  [Path in keyof TPaths]: TPaths[Path] extends { [Method in TMethod]: Anything } ? Path : never;
}[keyof TPaths];

type GetContent<TMessage> = TMessage extends { content: Anything } ? TMessage['content'] : unknown;
type GetBody<TOperation> = 'requestBody' extends keyof TOperation ? TOperation['requestBody'] : never;
type BodyMember<TOperation> = 'requestBody' extends keyof TOperation
  ? Pick<TOperation, 'requestBody'>
  : never;

/** Whether an operation can be called without a body. */
export type IsOperationRequestBodyOptional<TOperation> =
  RequiredKeyNames<BodyMember<TOperation>> extends never ? true : false;

type BodyContent<TOperation> =
  IsOperationRequestBodyOptional<TOperation> extends true
    ? GetContent<NonNullable<GetBody<TOperation>>> | undefined
    : GetContent<GetBody<TOperation>>;

/** The body of a request in any of its media types. */
export type OperationRequestBodyContent<TOperation> =
  FilterKeys<BodyContent<TOperation>, MediaType> extends never
    ? FilterKeys<NonNullable<BodyContent<TOperation>>, MediaType> | undefined
    : FilterKeys<BodyContent<TOperation>, MediaType>;

/** The responses of an operation by status. */
export type ResponseObjectMap<TOperation> = TOperation extends { responses: Anything }
  ? TOperation['responses']
  : unknown;

type Responses = Record<string | number, Anything>;

type GetResponseContent<
  TResponses extends Responses,
  TMedia extends MediaType,
  TStatus extends keyof TResponses,
> = TStatus extends keyof TResponses
  ? {
      [Status in TStatus]: TResponses[Status]['content'] extends Record<string, Anything>
        ? FilterKeys<TResponses[Status]['content'], TMedia> extends never
          ? TResponses[Status]['content']
          : FilterKeys<TResponses[Status]['content'], TMedia>
        : TResponses[Status]['content'];
    }[TStatus]
  : never;

// `default` covers the statuses that are not documented: without a documented success, it describes the success, too
// (OpenAPI 3.1, Responses Object). openapi-fetch reads it as a failure only.
type SuccessStatus<TResponses> = [keyof TResponses & OkStatus] extends [never] ? 'default' : OkStatus;

/** The bodies of the documented successes; those of `default` where no success is documented. */
export type SuccessResponse<
  TResponses extends Responses,
  TMedia extends MediaType = MediaType,
> = GetResponseContent<TResponses, TMedia, SuccessStatus<TResponses>>;

/** The bodies of the documented failures. */
export type ErrorResponse<
  TResponses extends Responses,
  TMedia extends MediaType = MediaType,
> = GetResponseContent<TResponses, TMedia, ErrorStatus>;

/** Marks a member that only responses have, as `openapi-typescript --read-write-markers` writes it. */
export interface $Read<TValue> {
  readonly $read: TValue;
}

/** Marks a member that only requests have. */
export interface $Write<TValue> {
  readonly $write: TValue;
}

/** A value as a response contains it: without members that only requests have. */
export type Readable<TValue> =
  TValue extends $Write<Anything>
    ? never
    : TValue extends $Read<infer Value>
      ? Readable<Value>
      : TValue extends readonly unknown[]
        ? { [Key in keyof TValue]: Readable<TValue[Key]> }
        : TValue extends object
          ? {
              [Key in keyof TValue as NonNullable<TValue[Key]> extends $Write<Anything>
                ? never
                : Key]: Readable<TValue[Key]>;
            }
          : TValue;

/** A value as a request contains it: members that only responses have may not be sent. */
export type Writable<TValue> =
  TValue extends $Read<Anything>
    ? never
    : TValue extends $Write<infer Value>
      ? Writable<Value>
      : TValue extends readonly unknown[]
        ? { [Key in keyof TValue]: Writable<TValue[Key]> }
        : TValue extends object
          ? {
              [Key in keyof TValue as NonNullable<TValue[Key]> extends $Read<Anything>
                ? never
                : Key]: Writable<TValue[Key]>;
            } & {
              [Key in keyof TValue as NonNullable<TValue[Key]> extends $Read<Anything> ? Key : never]?: never;
            }
          : TValue;
