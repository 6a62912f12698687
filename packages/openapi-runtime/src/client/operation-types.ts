// Converts the openapi-typescript types of one operation to the arguments and results of a call.

/** An operation of openapi-typescript's `operations`. */
export interface OperationTypes {
  parameters: object;
  requestBody?: unknown;
  responses: object;
}

type Simplify<TObject> = { [TKey in keyof TObject]: TObject[TKey] };

/** True if an object may be omitted because all of its members are optional. */
type IsOptional<TObject> = Record<never, never> extends TObject ? true : false;

// Callers may pass undefined for what they may leave out.
type OrUndefined<TObject> = {
  [TKey in keyof TObject]: IsOptional<Pick<TObject, TKey>> extends true
    ? TObject[TKey] | undefined
    : TObject[TKey];
};

type Given<TParameters> = {
  [TKey in keyof TParameters as [NonNullable<TParameters[TKey]>] extends [never] ? never : TKey]: OrUndefined<
    TParameters[TKey]
  >;
};

// The client makes an idempotency key where none is given.
type WithoutKey<TParameters, TKey extends string> = [TKey] extends [never]
  ? TParameters
  : TParameters extends { header: infer THeader }
    ? Omit<TParameters, 'header'> & HeaderPart<Omit<THeader, TKey> & { [TName in TKey]?: string | undefined }>
    : TParameters;

type HeaderPart<THeader> =
  IsOptional<THeader> extends true ? { header?: Simplify<THeader> } : { header: Simplify<THeader> };

type IsUnion<TValue, TWhole = TValue> = [TValue] extends [never]
  ? false
  : TValue extends unknown
    ? [TWhole] extends [TValue]
      ? false
      : true
    : never;

// The media type that is sent where the request names none: JSON among several.
type DefaultType<TContent> =
  IsUnion<keyof TContent> extends true ? Extract<keyof TContent, 'application/json'> : keyof TContent;

type Lower<TType> = TType extends string ? Lowercase<TType> : never;

type JsonType = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`;
type RangeType = `${string}*`;
type FormType = `multipart/${string}` | `application/x-www-form-urlencoded${string}`;
type TextType =
  | `text/${string}`
  | `${string}/xml`
  | `${string}+xml`
  | `application/x-www-form-urlencoded${string}`;

/** Bytes with a buffer of their own; before TypeScript 5.7 a Uint8Array has no parameter to say so. */
export type Bytes = ReturnType<Uint8Array['slice']>;

/** Bytes or text that are sent as they are. */
export type RawBody = ArrayBuffer | Blob | ReadableStream<Bytes> | Bytes | string;

type WrittenBody<TType, TBody> =
  Lower<TType> extends JsonType
    ? TBody
    : Lower<TType> extends RangeType
      ? RangeBody<TBody>
      : Lower<TType> extends FormType
        ? FormData | TBody | URLSearchParams
        : RawBody;

// A range whose schema is an object or a list is sent as JSON.
type RangeBody<TBody> = [TBody] extends [Blob | string | undefined] ? RawBody : RawBody | TBody;

// A caller names the type that is sent for a range.
type NamedType<TType> = Lower<TType> extends RangeType ? string : TType;

type BodyVariants<TContent> = {
  [TType in keyof TContent]: TType extends DefaultType<TContent>
    ? { contentType?: NamedType<TType> | undefined; body: WrittenBody<TType, TContent[TType]> }
    : { contentType: NamedType<TType>; body: WrittenBody<TType, TContent[TType]> };
}[keyof TContent];

type BodyPart<TBody> = [NonNullable<TBody>] extends [never]
  ? unknown
  : NonNullable<TBody> extends { content: infer TContent }
    ? undefined extends TBody
      ? BodyVariants<TContent> | { contentType?: undefined; body?: undefined }
      : BodyVariants<TContent>
    : unknown;

/**
 * The arguments of an operation by location: `path`, `query`, `header`, `cookie`, `body`, and `contentType` if the
 * body has several media types. The header that is named as the idempotency key is optional.
 */
export type RequestOf<TOperation extends OperationTypes, TKey extends string = never> = WithoutKey<
  Given<TOperation['parameters']>,
  TKey
> &
  BodyPart<TOperation['requestBody']>;

type Successes = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
type Redirects = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
type ClientErrors =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 407
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 418
  | 421
  | 422
  | 423
  | 424
  | 425
  | 426
  | 428
  | 429
  | 431
  | 451;
type ServerErrors = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;

/** The registered statuses of each range. */
interface Ranges {
  '2XX': Successes;
  '3XX': Redirects;
  '4XX': ClientErrors;
  '5XX': ServerErrors;
}

type Ranged<TKey> = TKey extends keyof Ranges ? Ranges[TKey] : never;

// An exact status takes precedence over its range, and a range over the default.
type Statuses<TKey, TAll> = TKey extends number
  ? TKey
  : TKey extends keyof Ranges
    ? Exclude<Ranges[TKey], TAll>
    : TKey extends 'default'
      ? Exclude<Ranges[keyof Ranges], TAll | Ranged<TAll>>
      : never;

type ReadBody<TType, TBody> = [TBody] extends [AsyncIterable<unknown>] ? TBody : ReadWhole<TType, TBody>;

type ReadWhole<TType, TBody> =
  Lower<TType> extends `${string};stream=${string}` | `${string}; stream=${string}`
    ? ReadableStream<Bytes>
    : Lower<TType> extends JsonType | RangeType
      ? [TBody] extends [Blob]
        ? ReadableStream<Bytes>
        : TBody
      : Lower<TType> extends `text/event-stream${string}`
        ? ReadableStream<Bytes>
        : Lower<TType> extends TextType
          ? TBody extends string
            ? TBody
            : string
          : ReadableStream<Bytes>;

/** One documented response: its status, media type and data, and the response that carried it. */
export interface Documented<TOk extends boolean, TStatus, TType, TData> {
  ok: TOk;
  status: TStatus;
  contentType: TType;
  data: TData;
  /** Its body has been read, or is that of the stream `data`. */
  response: Response;
}

type Variants<TOk extends boolean, TStatus, TResponse> = [TStatus] extends [never]
  ? never
  : TResponse extends { content: infer TContent }
    ? {
        [TType in keyof TContent]: Documented<TOk, TStatus, TType, ReadBody<TType, TContent[TType]>>;
      }[keyof TContent]
    : TOk extends true
      ? Documented<true, TStatus, undefined, BodyWithoutContent<TStatus>>
      : Documented<false, TStatus, undefined, unknown>;

// A redirect gives its location. Any other body that the document does not describe is what arrived.
type BodyWithoutContent<TStatus> = TStatus extends Redirects
  ? string
  : TStatus extends 204 | 205
    ? undefined
    : unknown;

// If no success is documented, the body of any success is what arrived.
type WithSuccess<TResponses> = [
  Extract<keyof TResponses, '2XX' | '3XX' | Redirects | Successes | 'default'>,
] extends [never]
  ? { '2XX': object }
  : TResponses;

type IsSuccess<TKey> = TKey extends '2XX' ? true : TKey extends Successes ? true : never;

// Beside documented successes the default describes failures, as everybody means it.
type SuccessKeys<TResponses> = [IsSuccess<keyof TResponses>] extends [never]
  ? keyof TResponses
  : Exclude<keyof TResponses, 'default'>;

type ResponsesOf<TOk extends boolean, TResponses, TKeys extends keyof TResponses> = {
  [TKey in TKeys]: Variants<
    TOk,
    TOk extends true
      ? Extract<Statuses<TKey, keyof TResponses>, SuccessStatuses<TResponses>>
      : Exclude<Statuses<TKey, keyof TResponses>, SuccessStatuses<TResponses>>,
    TResponses[TKey]
  >;
}[TKeys];

// An operation that documents redirects and no other success gives the location.
type SuccessStatuses<TResponses> = 'default' extends keyof TResponses
  ? Successes
  : [IsSuccess<keyof TResponses>] extends [never]
    ? Successes | Redirects
    : Successes;

/** The documented successes of an operation. */
export type SuccessOf<TOperation extends OperationTypes> = ResponsesOf<
  true,
  WithSuccess<TOperation['responses']>,
  SuccessKeys<WithSuccess<TOperation['responses']>>
>;

/** The documented responses of an operation that are no success. */
export type FailureOf<TOperation extends OperationTypes> = ResponsesOf<
  false,
  TOperation['responses'],
  keyof TOperation['responses']
>;

/** All documented responses of an operation, discriminated by `ok` or `status`, and then by `contentType`. */
export type ResultOf<TOperation extends OperationTypes> = FailureOf<TOperation> | SuccessOf<TOperation>;

/** The result of a call of an operation: the data of its successes. */
export type DataOf<TOperation extends OperationTypes> = SuccessOf<TOperation>['data'];

/** The items of a page: the elements of the list that the names lead to. */
export type ItemsOf<TData, TPath extends readonly string[]> = TPath extends readonly [
  infer TName extends string,
  ...infer TRest extends readonly string[],
]
  ? NonNullable<TData> extends { [TKey in TName]?: infer TMember }
    ? ItemsOf<TMember, TRest>
    : never
  : NonNullable<TData> extends readonly (infer TItem)[]
    ? TItem
    : never;
