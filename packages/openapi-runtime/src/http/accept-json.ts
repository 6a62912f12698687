import type { z } from 'zod';
import { type StructureLimits, structureIssues } from './json-structure.ts';
import { isUtf8, matchMediaType } from './media-type.ts';
import { decodeUtf8, readJson } from './read-text.ts';
import type { JsonBody } from './route.ts';

/** A body as a server of Node receives it. */
export interface SentBody {
  contentType: string;
  bytes: Uint8Array;
}

/** A JSON body that an operation accepts. */
export interface AcceptedJson<TData> {
  /** The value that was sent. */
  json: unknown;
  /** The value that the schema makes of it, with its defaults. */
  data: TData;
}

/**
 * Reads a JSON body outside of Hono, by the rules of `guardJson` and of the operation. Undefined for a body that one of
 * them refuses; why it does, is for the app to say.
 */
export function acceptJson<TSchema extends z.ZodType>(
  { content }: JsonBody<TSchema, boolean>,
  { contentType, bytes }: SentBody,
  limits: StructureLimits,
): AcceptedJson<z.output<TSchema>> | undefined {
  if (matchMediaType(contentType, Object.keys(content)) === undefined || !isUtf8(contentType))
    return undefined;
  const text = decodeUtf8(bytes);
  if (text === undefined || structureIssues(text, limits).length > 0) return undefined;
  const json = readJson(text);
  const { success, data } = content['application/json'].schema.safeParse(json);
  return success ? { json, data } : undefined;
}
