/**
 * Result files behind signed links. A browser may play them from any page, so they answer Range requests. A bucket answers
 * them itself: its links redirect to it.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Room, RoomByOwner } from '@keyframe/fairness';
import { type Context, Hono } from 'hono';
import { resultHeaders } from '../../net/security-headers.ts';
import {
  RESULT_FILE_NAMES,
  RESULT_MEDIA_TYPES,
  type ResultFile,
  type ResultLinks,
} from '../../results/result-links.ts';
import type {
  ByteRange,
  ResultFiles,
  ResultName,
  ResultStore,
  ResultUrls,
} from '../../results/result-store.ts';
import type { Log } from '../../telemetry/log.ts';
import { ApiError, notFound, tooManyDownloads, unavailable } from '../errors.ts';

export interface ResultServices {
  readonly links: ResultLinks;
  readonly store: Pick<ResultStore, 'reader'>;
  readonly log: Log;
}

const FILES = new Map<string, ResultFile>(
  Object.entries(RESULT_FILE_NAMES).map(([file, name]) => [name, file as ResultFile]),
);

interface ResultEnv {
  Bindings: Partial<HttpBindings>;
}

/**
 * Downloads at once, shared by tasks. Each has a file open, and takes 150 kB, for as long as its client reads, however
 * slowly.
 */
const DOWNLOADS: Room = { total: 2_000, perOwner: 2_000 };

/** Serves `/results/{task id}/{file}`: 404 for a forged link, 410 for an expired one. */
export function resultRoutes({ links, store, log }: ResultServices, room = DOWNLOADS): Hono<ResultEnv> {
  const downloads = new RoomByOwner(room);
  const routes = new Hono<ResultEnv>();
  routes.use('/results/*', resultHeaders);
  routes.get('/results/:taskId/:name', async (context) => {
    const { taskId, name } = context.req.param();
    const { expires = '', signature = '' } = context.req.query();
    const file = FILES.get(name);
    if (file === undefined) throw noResult();
    const validity = links.check({ taskId, file, expires, signature });
    if (validity === 'forged') throw noResult();
    if (validity === 'expired') {
      return context.json({ error: { code: 'not_found', message: 'The result has expired.' } }, 410);
    }
    const result = { taskId, file };
    if (store.reader.kind === 'urls') return redirect(context, store.reader, { ...result, expires });
    takeRoom(downloads, taskId, context.env);
    try {
      return await answerFile(store.reader, result, context.req.raw);
    } catch (error) {
      if (error instanceof ApiError || context.req.raw.signal.aborted) throw error;
      log.error({ err: error, taskId }, 'a result cannot be read');
      throw unavailable('the results');
    }
  });
  return routes;
}

/** Takes room until the connection has the whole response, or is closed. */
function takeRoom(downloads: RoomByOwner, taskId: string, { outgoing }: ResultEnv['Bindings']): void {
  if (outgoing === undefined) return;
  if (!downloads.enter(taskId)) throw tooManyDownloads();
  outgoing.once('close', () => downloads.leave(taskId));
}

/** Redirects to the store. Its URL ends with the link, so that a stored redirect would lead to one that has ended. */
async function redirect(
  context: Context,
  urls: ResultUrls,
  { expires, ...name }: ResultName & { readonly expires: string },
): Promise<Response> {
  const method = context.req.raw.method === 'HEAD' ? 'HEAD' : 'GET';
  const url = await urls.createUrl({ ...name, method, expiresAt: new Date(Number(expires) * 1000) });
  context.header('Cache-Control', 'no-store');
  return context.redirect(url);
}

function noResult() {
  return notFound('Result not found.');
}

/** Answers the file, or the requested part of it. */
async function answerFile(files: ResultFiles, name: ResultName, request: Request): Promise<Response> {
  const size = await files.size(name);
  if (size === undefined) throw noResult();
  const headers = new Headers({
    'Content-Type': RESULT_MEDIA_TYPES[name.file],
    'Content-Length': String(size),
    'Cache-Control': 'private',
    'Accept-Ranges': 'bytes',
  });
  // There are no validators, so a condition for a range never holds (RFC 9110, section 13.1.5).
  const requested = request.headers.has('if-range') ? undefined : request.headers.get('range');
  const range = byteRange(requested ?? undefined, size);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  const bytes = range === 'whole' ? { first: 0, last: size - 1 } : range;
  if (range !== 'whole') {
    headers.set('Content-Range', `bytes ${bytes.first}-${bytes.last}/${size}`);
    headers.set('Content-Length', String(bytes.last - bytes.first + 1));
  }
  const body = request.method === 'HEAD' || size === 0 ? null : await files.read(name, bytes, request.signal);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range header against a file's size (RFC 9110, section 14): the bytes asked for, or what else is to be done.
 * Several ranges, and what is no range of bytes, are ignored, as the RFC allows.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  const isSuffix = from === '';
  const first = isSuffix ? Math.max(size - Number(to), 0) : Number(from);
  const last = isSuffix || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (!isSuffix && to !== '' && Number(to) < Number(from)) return 'whole';
  return first <= last ? { first, last } : 'unsatisfiable';
}
