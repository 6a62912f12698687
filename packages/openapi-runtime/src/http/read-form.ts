// Reads the fields of a form body into the object that its schema describes (OpenAPI 3.1, Encoding Object).
import { z } from '@hono/zod-openapi';
import { matchMediaType } from './media-type.ts';
import { type Part, readParts } from './multipart.ts';
import type { FieldDefinition, Shape } from './operation-definition.ts';
import { decodeForm, readQuery } from './read-parameters.ts';
import { decodePercent } from './read-text.ts';
import { fittest, hasList, hasObject, isOpen, memberNames, type Reading, readValue } from './read-value.ts';
import { checkHeaders } from './response-headers.ts';
import type { TextSource } from './written.ts';

/** A problem of a form that its schema cannot find: a part that does not match the document. */
export interface FormIssue {
  path: string[];
  message: string;
}

export interface Form {
  value: Record<string, unknown>;
  issues: FormIssue[];
}

/** Reads `application/x-www-form-urlencoded`. */
export function readUrlEncoded(text: string, fields: readonly FieldDefinition[]): Form {
  const pairs = readQuery(text);
  return collect(fields, [...new Set(pairs.map(([name]) => name))], (field, claimed) =>
    readValue(field, {
      style: 'form',
      texts: pairs.filter(([name]) => name === field.name).map(([, value]) => value),
      pairs,
      claimed,
      decode: field.allowReserved ? decodePercent : decodeForm,
    }),
  );
}

/** Reads `multipart/form-data`; undefined when the body is not written so. */
export function readMultipart(
  body: ArrayBuffer,
  contentType: string,
  fields: readonly FieldDefinition[],
): Form | undefined {
  const parts = readParts(body, contentType);
  if (!parts) return undefined;
  const names = [...new Set(parts.map(({ name }) => name))];
  const form = collect(fields, names, (field, claimed) => {
    const own = parts.filter(({ name }) => name === field.name);
    const isFile = hasFiles(field.shape) || (!fields.includes(field) && own.some(({ filename }) => filename));
    if (isFile) return readFiles(field, own);
    return readValue(field, createTextSource(parts, field, claimed));
  });
  for (const field of fields) {
    const own = parts.filter(({ name }) => name === field.name);
    form.issues.push(...own.flatMap((part) => checkPart(field, part)));
  }
  return form;
}

// Fields that are not documented are kept as text.
function collect(
  fields: readonly FieldDefinition[],
  names: readonly string[],
  read: (field: FieldDefinition, claimed: ReadonlySet<string>) => Reading,
): Form {
  const claimed = new Set(fields.flatMap(({ name, shape }) => [name, ...memberNames(shape)]));
  const isSpread = (name: string) => fields.some((field) => isSpreadOver(field, name));
  const extraNames = names.filter((name) => !claimed.has(name) && !isSpread(name));
  const all = [...fields, ...extraNames.map((name): FieldDefinition => ({ name }))];
  const readings = all.map((field) => [field, read(field, claimed)] as const);
  const values = readings.flatMap(([{ name, shape }, reading]) =>
    reading && 'values' in reading ? [[name, fittest(reading.values, listSchemas(shape))]] : [],
  );
  const issues = readings.flatMap(([{ name }, reading]) =>
    reading && 'problem' in reading ? [{ path: [name], message: `The field ${reading.problem}` }] : [],
  );
  return { value: Object.fromEntries(values), issues };
}

function listSchemas(shape: Shape = 'string'): readonly z.ZodType[] {
  return typeof shape === 'object' && 'takes' in shape ? shape.takes : [];
}

function hasFiles(shape: Shape | undefined): boolean {
  return shape === 'file' || (typeof shape === 'object' && 'list' in shape && shape.list === 'file');
}

// The members of such an object are separate fields.
function isSpreadOver({ name, shape, style, explode }: FieldDefinition, field: string): boolean {
  if (style === 'deepObject') return field.startsWith(`${name}[`);
  return hasObject(shape) && style !== undefined && Boolean(explode) && isOpen(shape);
}

function createTextSource(
  parts: readonly Part[],
  { name, style }: FieldDefinition,
  claimed: ReadonlySet<string>,
): TextSource {
  const decodePart = ({ content }: Part) => new TextDecoder().decode(content);
  const isPlain = style !== 'spaceDelimited';
  // Texts of parts are not encoded: a plus sign is no space.
  const encode = isPlain
    ? (text: string) => text
    : (text: string) => text.replaceAll(/[%+]/g, encodeURIComponent);
  const pairs = parts.map((part): [string, string] => [part.name, encode(decodePart(part))]);
  const texts = pairs.filter(([partName]) => partName === name).map(([, text]) => text);
  return { style: 'form', texts, pairs, claimed, decode: isPlain ? (text) => text : decodePercent };
}

function readFiles({ shape, name }: FieldDefinition, parts: readonly Part[]): Reading {
  const files = parts.map(
    ({ content, filename = name, headers }) =>
      new File([content], filename, { type: headers.get('content-type') ?? '' }),
  );
  if (files.length === 0) return undefined;
  return { values: [hasList(shape) || files.length > 1 ? files : files[0]] };
}

function checkPart({ name, contentType, headers }: FieldDefinition, part: Part): FormIssue[] {
  const issues: FormIssue[] = [];
  const type = part.headers.get('content-type');
  const allowed = contentType?.split(',').map((mediaType) => mediaType.trim());
  // Without a type of its own a part is what the document says it is: browsers write none for texts.
  if (allowed && type !== null && matchMediaType(type, allowed) === undefined) {
    issues.push({ path: [name], message: `Content-Type must be ${allowed.join(' or ')} (got ${type})` });
  }
  const found = headers ? checkHeaders(headers.schema, part.headers, headers.texts) : [];
  return [...issues, ...found.map(({ path, message }) => ({ path: [name, ...path.map(String)], message }))];
}

/** Makes an error of the findings about a form, those of its schema included. */
export function formError(issues: readonly FormIssue[], error: z.ZodError | undefined): z.ZodError {
  const formIssues = issues.map(({ path, message }) => ({
    code: 'custom' as const,
    path,
    message,
    input: undefined,
  }));
  return new z.ZodError([...formIssues, ...(error?.issues ?? [])]);
}
