import * as z from 'zod';

/** Bytes with a buffer of their own: Uint8Array<ArrayBuffer>, which TypeScript before 5.7 cannot name. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** A body that is sent unchanged and unchecked. */
export type RawBody = string | ArrayBuffer | Bytes | Blob | ReadableStream | Response;

/** The type of `rawBody`, by which types distinguish it from all other schemas. */
export interface RawBodySchema extends z.ZodType<RawBody, RawBody> {
  readonly isRaw: true;
}

/**
 * Marks a body that its schema does not describe: binary, a stream of events, or a format other than JSON, forms and
 * text. It is neither read nor checked.
 */
export const rawBody: RawBodySchema = Object.assign(z.custom<RawBody>(), { isRaw: true as const });
