// Stores files and compares the returned bytes.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from '@keyframe/openapi-model';
import { writeTemplate } from '@keyframe/openapi-resources';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/media-type';
import type { RunContext } from '../behavior/context.ts';
import { fileDiffers } from '../checks/file-differs.ts';
import { hasRanges, rangeWrong } from '../checks/range-wrong.ts';
import {
  bodyMediaType,
  type Draft,
  pathParameters,
  sentValue,
  withBodyValue,
  withParameters,
} from '../requests/draft.ts';
import { findFormParts } from '../requests/form-parts.ts';
import type { Collection } from '../resources/collections.ts';
import { pathValues, type Resource } from '../resources/resource.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import { isForm } from '../wire/encode-body.ts';
import { findHeader } from '../wire/wire.ts';
import { runConcurrently } from './phase.ts';

const BINARY = Buffer.from([...Array.from({ length: 256 }, (_, byte) => byte), 13, 10, 0, 10]);
const LONG = Buffer.concat(Array.from({ length: 40 }, () => BINARY));
const TEXT = Buffer.from('gr\u00fcn, \u732b \u{1f600}\r\nand a second line\n');

/** Checks files that a PUT or POST stores and a GET returns, and the ranges of downloads. */
export async function checkFiles(context: RunContext): Promise<void> {
  const { operations, plans, pool, session } = context;
  const byPath = Map.groupBy(operations, ({ path }) => path);
  await runConcurrently(session, [...byPath.values()], async (own) => {
    const put = own.find(({ method }) => method === 'put');
    const get = own.find(({ method }) => method === 'get');
    if (put && get) await checkPutFile(context, put, get);
  });
  for (const collection of pool.collections) {
    if (!session.isOver) await checkUpload(context, collection);
  }
  for (const operation of operations.filter(hasRanges)) {
    const [template] = plans.working(operation);
    const draft = template && (await pool.bind(template));
    if (draft && !session.isOver) await session.runChecks([rangeWrong], { session, draft }, { operation });
  }
}

async function checkPutFile(context: RunContext, put: Operation, get: Operation): Promise<void> {
  const { plans, pool, session } = context;
  const names = put.requestBody?.content.map(({ name }) => name) ?? [];
  const returnedTypes = new Set(get.responses.flatMap(({ content }) => content.map(({ name }) => name)));
  const contentType = names.find((name) => !isJson(name) && !isForm(name) && returnedTypes.has(name));
  const [template] = plans.best(put);
  if (contentType === undefined || contentType.includes('*') || !template) return;
  const bytes = contentType.startsWith('text/') ? TEXT : BINARY;
  const bound = await pool.bind({ ...template, body: { contentType, bytes } });
  const stored = bound && (await session.send(bound));
  const [reading] = plans.best(get);
  if (!bound || !stored || !isSuccess(stored) || !reading) return;
  const accepting = { ...reading, headers: { ...reading.headers, accept: contentType } };
  const draft = withParameters(accepting, pathParameters(bound));
  const returned = await session.send(draft, { before: [stored.request] });
  // A server may ignore `Accept`.
  const isFile = returned && !isJson(findHeader(returned.response, 'content-type') ?? '');
  if (isFile) await session.runChecks([fileDiffers], { stored, returned, bytes }, returned);
}

// Uploads a file by POST, and reads it with each documented download.
async function checkUpload(
  context: RunContext,
  { create, itemPath, conventions }: Collection,
): Promise<void> {
  const { operations, pool, session } = context;
  const isDownload = ({ resourcePath }: Operation) => {
    const [path, item] = [writeTemplate(resourcePath), writeTemplate(itemPath)];
    return path === item || conventions.matches('download', path.replace(`${item}/`, ''));
  };
  const downloads = operations.filter((operation) => returnsFile(operation) && isDownload(operation));
  if (create?.method !== 'post' || downloads.length === 0) return;
  const upload = createUpload(context, create);
  const bound = upload && (await pool.bind(upload.draft));
  const stored = bound && (await session.send(bound));
  const resource = stored && pool.noteCreated(stored);
  if (!upload || !stored || !resource) return;
  for (const operation of downloads)
    await checkDownload(context, operation, { stored, resource, bytes: upload.bytes });
}

async function checkDownload(
  { plans, session }: RunContext,
  operation: Operation,
  { stored, resource, bytes }: { stored: Exchange; resource: Resource; bytes: Buffer },
): Promise<void> {
  const [reading] = plans.best(operation);
  if (!reading) return;
  const draft = withParameters(reading, pathValues(operation, resource.segments));
  const returned = await session.send(draft, { before: [stored.request] });
  if (returned && !isJson(findHeader(returned.response, 'content-type') ?? ''))
    await session.runChecks([fileDiffers], { stored, returned, bytes }, returned);
  if (hasRanges(operation)) await session.runChecks([rangeWrong], { session, draft }, { operation });
}

function returnsFile({ method, responses }: Operation): boolean {
  const content = responses.find(({ status }) => status === '200')?.content ?? [];
  return method === 'get' && content.some(({ name }) => !isJson(name));
}

// Creates a draft whose file contains every byte, and is long if the document allows it.
function createUpload(
  { plans, session }: RunContext,
  create: Operation,
): { draft: Draft; bytes: Buffer } | undefined {
  for (const draft of plans.working(create)) {
    const mediaType = bodyMediaType(draft);
    const value = sentValue(draft);
    if (!mediaType || value === undefined) continue;
    if (/^application\/octet-stream/i.test(mediaType.name))
      return { draft: { ...draft, body: { contentType: mediaType.name, bytes: BINARY } }, bytes: BINARY };
    for (const bytes of [LONG, BINARY]) {
      const changed = replaceFile(session, { mediaType, value, bytes });
      if (changed) return { draft: withBodyValue(draft, changed), bytes };
    }
  }
  return undefined;
}

function replaceFile(
  { requests }: Session,
  { mediaType, value, bytes }: { mediaType: MediaType; value: JsonValue; bytes: Buffer },
): JsonObject | undefined {
  if (!isMultipart(mediaType.name) || !isJsonObject(value)) return undefined;
  const parts = findFormParts(requests, mediaType);
  const files = Object.keys(value).filter(
    (name) => parts.get(name)?.isFile && typeof value[name] === 'string',
  );
  const [only] = files;
  // Servers check the content of images and the like.
  if (only === undefined || files.length > 1 || parts.get(only)?.contentType !== 'application/octet-stream')
    return undefined;
  const changed = { ...value, [only]: bytes.toString('latin1') };
  return mediaType.schema && requests.accepts(mediaType.schema, changed) ? changed : undefined;
}
