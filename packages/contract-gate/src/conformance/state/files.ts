// Stores files and reads them back: every byte has to come as it was sent.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from '@keyframe/openapi-model';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/http';
import { FILE_DIFFERS } from '../checks/state-checks.ts';
import { operationsByPath } from '../lowest-node.ts';
import { inLanes, type PhaseContext } from '../phases/phase.ts';
import { type Draft, withParameters } from '../requests/draft.ts';
import type { Collection } from '../resources/collections.ts';
import { pathValues } from '../resources/resource-pool.ts';
import { type Exchange, isSuccess, type Session } from '../session.ts';
import { formPartsOf } from '../wire/form-parts.ts';
import { headerOf } from '../wire/wire.ts';
import { hasRanges, judgeByteRanges } from './byte-ranges.ts';

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i;
const BINARY = Buffer.from([...Array.from({ length: 256 }, (_, byte) => byte), 13, 10, 0, 10]);
const LONG = Buffer.concat(Array.from({ length: 40 }, () => BINARY));
const TEXT = Buffer.from('gr\u00fcn, \u732b \u{1f600}\r\nand a second line\n');

/** Judges every path that stores a body which is no JSON by PUT, and returns it by GET. */
export async function judgeFiles(context: PhaseContext): Promise<void> {
  const { operations, session } = context;
  await inLanes(session, operationsByPath(operations).values(), async (here) => {
    const put = here.find(({ method }) => method === 'put');
    const get = here.find(({ method }) => method === 'get');
    if (put && get) await judgeFile(context, put, get);
  });
  for (const collection of context.pool.collections) {
    if (!session.isOver) await judgeUpload(context, collection);
  }
  for (const operation of operations.filter(hasRanges)) {
    const [template] = context.plans.working(operation);
    const bound = template && (await context.pool.bind(template));
    if (bound && !session.isOver) await judgeByteRanges(context, bound);
  }
}

// What a download is called; a preview is another file.
const DOWNLOAD = /^(?:blob|body|bytes|contents?|data|download|file|original|raw)$/i;

// Uploads a file by POST, and reads it wherever the document lets it be downloaded.
async function judgeUpload(context: PhaseContext, { create, itemPath }: Collection): Promise<void> {
  const { operations, plans, pool, session } = context;
  const downloads = operations.filter((operation) => isDownload(operation, itemPath));
  const upload = create?.method === 'post' && downloads.length > 0 ? uploadOf(context, create) : undefined;
  const bound = upload && (await pool.bind(upload.draft));
  const stored = bound && (await session.send(bound));
  const resource = stored && pool.noteCreated(stored);
  if (!upload || !stored || !resource) return;
  for (const operation of downloads) {
    const reading = plans.best(operation)[0];
    if (!reading) continue;
    const asked = withParameters(reading, pathValues(operation, resource.segments));
    await judgeDownload(context, { asked, stored, bytes: upload.bytes });
    if (hasRanges(operation)) await judgeByteRanges(context, asked);
  }
}

function isDownload({ method, path, responses }: Operation, itemPath: string): boolean {
  if (method !== 'get' || (path !== itemPath && !DOWNLOAD.test(path.replace(`${itemPath}/`, ''))))
    return false;
  const content = responses.find(({ status }) => status === '200')?.content ?? [];
  return content.some(({ name }) => !isJson(name));
}

async function judgeDownload(
  context: PhaseContext,
  { asked, stored, bytes }: { asked: Draft; stored: Exchange; bytes: Buffer },
): Promise<void> {
  const seen = await context.session.send(asked, { before: [stored.request] });
  const isFile = seen && !isJson(headerOf(seen.response, 'content-type') ?? '');
  if (!seen || !isFile || seen.response.status >= 400 || seen.response.body.equals(bytes)) return;
  report(context, { operation: asked.operation, stored, seen, bytes });
}

interface Upload {
  draft: Draft;
  bytes: Buffer;
}

// A draft whose file holds every byte, and as many of them as the document allows.
function uploadOf({ plans, session }: PhaseContext, create: Operation): Upload | undefined {
  for (const draft of plans.working(create)) {
    const { body } = draft;
    if (!body || !('mediaType' in body)) continue;
    const { mediaType, value } = body;
    if (/^application\/octet-stream/i.test(mediaType.name))
      return { draft: { ...draft, body: { contentType: mediaType.name, bytes: BINARY } }, bytes: BINARY };
    for (const bytes of [LONG, BINARY]) {
      const changed = withFile(session, { mediaType, value, bytes });
      if (changed) return { draft: { ...draft, body: { mediaType, value: changed } }, bytes };
    }
  }
  return undefined;
}

function withFile(
  { requests }: Session,
  { mediaType, value, bytes }: { mediaType: MediaType; value: JsonValue; bytes: Buffer },
): JsonObject | undefined {
  if (!isMultipart(mediaType.name) || !isJsonObject(value)) return undefined;
  const parts = formPartsOf(requests, mediaType);
  const files = Object.keys(value).filter(
    (name) => parts.get(name)?.isFile && typeof value[name] === 'string',
  );
  const [only] = files;
  // Images and the like are checked by what is in them.
  if (only === undefined || files.length > 1 || parts.get(only)?.contentType !== 'application/octet-stream')
    return undefined;
  const changed = { ...value, [only]: bytes.toString('latin1') };
  return mediaType.schema && requests.accepts(mediaType.schema, changed) ? changed : undefined;
}

async function judgeFile(context: PhaseContext, put: Operation, get: Operation): Promise<void> {
  const { plans, pool, session } = context;
  const names = put.requestBody?.content.map(({ name }) => name) ?? [];
  const returned = new Set(get.responses.flatMap(({ content }) => content.map(({ name }) => name)));
  const contentType = names.find((name) => !isJson(name) && !FORM.test(name) && returned.has(name));
  const [template] = plans.best(put);
  if (contentType === undefined || contentType.includes('*') || !template) return;
  const bytes = contentType.startsWith('text/') ? TEXT : BINARY;
  const bound = await pool.bind({ ...template, body: { contentType, bytes } });
  const stored = bound && (await session.send(bound));
  const reading = plans.best(get)[0];
  if (!bound || !stored || !isSuccess(stored) || !reading) return;
  const path = [...bound.parameters].filter(([key]) => key.startsWith('path:'));
  const seen = await session.send(
    { ...reading, parameters: new Map([...reading.parameters, ...path]) },
    { before: [stored.request] },
  );
  if (!seen || seen.response.status >= 400 || seen.response.body.equals(bytes)) return;
  report(context, { operation: get, stored, seen, bytes });
}

function report(
  { session }: PhaseContext,
  {
    operation,
    stored,
    seen,
    bytes,
  }: { operation: Operation; stored: Exchange; seen: Exchange; bytes: Buffer },
): void {
  const { status, body } = seen.response;
  const at = body.findIndex((byte, index) => byte !== bytes[index]);
  const place = at < 0 ? '' : `, which differ from byte ${at} on`;
  const violation = {
    check: FILE_DIFFERS,
    pointer: operation.pointer,
    message: 'A file was not returned as it was stored.',
    expected: `${bytes.length} bytes as they were sent`,
    received: `${status} with ${body.length} bytes${place}`,
  };
  session.report(violation, { ...seen, before: [stored.request] });
}
