import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isJson, matchMediaType } from './media-type.ts';

/** Says why a body could not be given to its schema; the `params.problem` of the one issue. */
export type BodyProblem = 'malformed' | 'media_type' | 'missing';

export interface BodyDefinition {
  required?: boolean | undefined;
  content: Readonly<Record<string, object | undefined>>;
}

export type BodyResult =
  | { success: true; data: unknown }
  | { success: false; data: unknown; error: z.ZodError };

/** Reads and validates a body: whatever its Content-Type, none passes unvalidated. */
export async function readBody(context: Context, body: BodyDefinition): Promise<BodyResult> {
  const declared = Object.keys(body.content);
  const contentType = context.req.header('content-type');
  const mediaType = contentType === undefined ? undefined : matchMediaType(contentType, declared);
  if (mediaType === undefined || contentType === undefined) {
    const isEmpty = (await context.req.text()) === '';
    if (isEmpty && contentType === undefined) return absent(body, declared);
    const got = contentType === undefined ? 'none' : contentType;
    return failure('media_type', `Content-Type must be ${declared.join(' or ')}, got ${got}`);
  }
  const text = await context.req.text();
  if (text === '') return absent(body, declared);
  const definition = body.content[mediaType];
  const schema = definition && 'schema' in definition ? definition.schema : undefined;
  if (!isZodType(schema) || !isJson(mediaType)) return { success: true, data: text };
  const parsed = parseJson(text);
  if ('reason' in parsed) return failure('malformed', `The body is not valid JSON: ${parsed.reason}`);
  const result = schema.safeParse(parsed.value);
  return result.success ? result : { ...result, data: parsed.value };
}

function absent(body: BodyDefinition, declared: readonly string[]): BodyResult {
  if (!body.required) return { success: true, data: undefined };
  return failure('missing', `A body is required: ${declared.join(' or ')}`);
}

function failure(problem: BodyProblem, message: string): BodyResult {
  const issue = { code: 'custom' as const, path: [], message, params: { problem }, input: undefined };
  return { success: false, data: undefined, error: new z.ZodError([issue]) };
}

function parseJson(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Tells whether a value is a zod type. */
export function isZodType(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}
