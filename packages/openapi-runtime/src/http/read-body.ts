import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getParameter, isForm, isJson, isMultipart, isUtf8, matchMediaType } from './media-type.ts';
import type { FieldDefinition, OperationDefinition } from './operation-definition.ts';
import { rawBody } from './raw-body.ts';
import { formError, readMultipart, readUrlEncoded } from './read-form.ts';
import { parseJson } from './read-text.ts';
import type { BodyShape } from './route.ts';

/** Says why a body could not be given to its schema; the `params.problem` of the one issue. */
export type BodyProblem = 'malformed' | 'media_type' | 'missing';

/** `target` is where a handler finds the value; text and raw bodies it reads from the request itself. */
export type BodyResult = { target: 'form' | 'json' } & (
  | { success: true; data: unknown }
  | { success: false; data: unknown; error: z.ZodError }
);

interface Declared {
  body: BodyShape;
  /** The declared media types, for messages. */
  names: string;
  target: BodyResult['target'];
}

/** Reads and validates a body. Only a raw body passes without validation, regardless of the Content-Type. */
export async function readBody(
  context: Context,
  body: BodyShape,
  forms: OperationDefinition['forms'] = {},
): Promise<BodyResult> {
  const mediaTypes = Object.keys(body.content);
  const target = mediaTypes.every(isForm) ? 'form' : 'json';
  const declared: Declared = { body, names: mediaTypes.join(' or '), target };
  const contentType = context.req.header('content-type');
  if (contentType === undefined) return readUntyped(context, declared);
  const mediaType = matchMediaType(contentType, mediaTypes);
  if (mediaType === undefined) return wrongMediaType(declared, contentType);
  const definition = body.content[mediaType];
  const schema = definition && 'schema' in definition ? definition.schema : undefined;
  if (!isZodType(schema) || schema === rawBody) return leaveUnread(context, declared);
  const coding = getContentCoding(context);
  if (coding !== undefined) return wrongCoding(declared, coding);
  const fields = isForm(contentType) ? forms[mediaType] : undefined;
  return fields && isMultipart(contentType)
    ? readMultipartBody(context, contentType, { schema, fields })
    : readTextBody(context, contentType, { declared, schema, fields });
}

async function readUntyped(context: Context, declared: Declared): Promise<BodyResult> {
  const isEmpty = (await context.req.arrayBuffer()).byteLength === 0;
  return isEmpty ? absent(declared) : wrongMediaType(declared, 'none');
}

function leaveUnread(context: Context, declared: Declared): BodyResult {
  const isEmpty = context.req.raw.body === null || context.req.header('content-length') === '0';
  return isEmpty ? absent(declared) : { target: declared.target, success: true, data: undefined };
}

interface FormDefinition {
  schema: z.ZodType;
  fields: readonly FieldDefinition[];
}

async function readMultipartBody(
  context: Context,
  contentType: string,
  { schema, fields }: FormDefinition,
): Promise<BodyResult> {
  const form = readMultipart(await context.req.arrayBuffer(), contentType, fields);
  if (form) return validateForm(schema, form);
  return failure('malformed', 'The body is not valid multipart/form-data', { target: 'form' });
}

async function readTextBody(
  context: Context,
  contentType: string,
  {
    declared,
    schema,
    fields,
  }: Pick<FormDefinition, 'schema'> & {
    declared: Declared;
    fields: readonly FieldDefinition[] | undefined;
  },
): Promise<BodyResult> {
  if (!isUtf8(contentType)) {
    const message = `The charset must be utf-8 (got ${getParameter(contentType, 'charset')})`;
    const allowed = `${declared.names}; charset=utf-8`;
    return failure('media_type', message, { target: declared.target, allowed, given: contentType });
  }
  const text = await context.req.text();
  if (fields) {
    const form = validateForm(schema, readUrlEncoded(text, fields));
    // A form without fields is the empty text (WHATWG URL, section 5.2).
    return text === '' && !form.success ? absent(declared) : form;
  }
  if (text === '') return absent(declared);
  return isJson(contentType) ? validateJson(schema, text) : validateText(schema, text, declared.target);
}

function validateForm(schema: z.ZodType, form: ReturnType<typeof readUrlEncoded>): BodyResult {
  const { value, issues } = form;
  const result = schema.safeParse(value);
  if (result.success && issues.length === 0) return { target: 'form', ...result };
  return { target: 'form', success: false, data: value, error: formError(issues, result.error) };
}

function validateJson(schema: z.ZodType, text: string): BodyResult {
  const parsed = tryParse(text);
  if ('reason' in parsed) {
    return failure('malformed', `The body is not valid JSON: ${parsed.reason}`, { target: 'json' });
  }
  const result = schema.safeParse(parsed.value);
  return result.success ? { target: 'json', ...result } : { target: 'json', ...result, data: parsed.value };
}

// The text itself is what Hono gives a handler that asks for it, so there is no value to hand on.
function validateText(schema: z.ZodType, text: string, target: BodyResult['target']): BodyResult {
  const result = schema.safeParse(text);
  return result.success ? { target, success: true, data: undefined } : { target, ...result, data: text };
}

function absent({ body, names, target }: Declared): BodyResult {
  if (!body.required) return { target, success: true, data: undefined };
  return failure('missing', `A body is required: ${names}`, { target });
}

function wrongMediaType({ names, target }: Declared, given: string): BodyResult {
  const message = `Content-Type must be ${names} (got ${given})`;
  return failure('media_type', message, { target, allowed: names, given });
}

/** Returns the coding of a body, such as `gzip`; undefined without one. */
export function getContentCoding({ req }: Context): string | undefined {
  const coding = req.header('content-encoding');
  return coding?.toLowerCase() === 'identity' ? undefined : coding;
}

function wrongCoding({ target }: Declared, given: string): BodyResult {
  const header = 'Content-Encoding';
  const message = `${header} must be identity (got ${given})`;
  return failure('media_type', message, { target, header, allowed: 'identity', given });
}

interface Failure {
  target: BodyResult['target'];
  /** The header at fault, if it is not Content-Type. */
  header?: string;
  /** The allowed and the actual media types, or codings. */
  allowed?: string;
  given?: string;
}

function failure(problem: BodyProblem, message: string, { target, ...details }: Failure): BodyResult {
  const params = { problem, ...details };
  const issue = { code: 'custom' as const, path: [], message, params, input: undefined };
  return { target, success: false, data: undefined, error: new z.ZodError([issue]) };
}

function tryParse(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: parseJson(text) };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Checks whether a value is a zod type. */
export function isZodType(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}
