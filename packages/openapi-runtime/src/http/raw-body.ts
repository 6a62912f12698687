import { z } from 'zod';

/** Bytes with a buffer of their own: Uint8Array<ArrayBuffer>, which TypeScript before 5.7 cannot name. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** What a body can be made of that is sent as it is: no part of it is looked at. */
export type RawBody = string | ArrayBuffer | Bytes | Blob | ReadableStream | Response;

/** The type of `rawBody`, by which types tell it from every other schema. */
export interface RawBodySchema extends z.ZodType<RawBody, RawBody> {
  readonly isRaw: true;
}

/**
 * Stands for a body whose inside its schema does not speak of: binary, a stream of events, or another format than
 * JSON, forms and text. It is neither read nor checked.
 */
export const rawBody: RawBodySchema = Object.assign(z.custom<RawBody>(), { isRaw: true as const });
