// RPC process: the things API in its simplest form, so that the tools and not their subject are measured.
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { serveParent } from '../process/serve-parent.ts';
import type { Listening } from './constant-server.ts';

interface Reply {
  status: number;
  body: object;
  allow?: string;
}

const things = new Map<string, object>();
const COLORS = new Set(['red', 'green', 'blue']);

function isThing(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, size, color, ...others } = value as Record<string, unknown>;
  const length = typeof name === 'string' ? [...name].length : 0;
  const isSized = Number.isInteger(size) && Number(size) >= 1 && Number(size) <= 100;
  const isColored = color === undefined || (typeof color === 'string' && COLORS.has(color));
  return length >= 1 && length <= 40 && isSized && isColored && Object.keys(others).length === 0;
}

async function create(request: IncomingMessage): Promise<Reply> {
  // A client that goes away has sent no thing.
  const body = await text(request).catch(() => '');
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json *(?:; *charset="?utf-8"?)?$/i.test(type))
    return { status: 415, body: { message: 'JSON is needed.' } };
  const value = parse(body);
  if (!isThing(value)) return { status: 400, body: { message: 'That is no thing.' } };
  const made = { ...value, id: `t${things.size + 1}` };
  things.set(made.id, made);
  return { status: 201, body: made };
}

// Bytes that are not UTF-8 have become replacement characters.
function parse(body: string): unknown {
  try {
    return body.includes('\ufffd') ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function createReply(request: IncomingMessage): Promise<Reply> {
  const { method = '', url = '' } = request;
  const [path = ''] = url.split('?');
  if (path === '/things')
    return method === 'POST' ? create(request) : { status: 405, allow: 'POST', body: { message: 'No.' } };
  const id = /^\/things\/(.+)$/.exec(path)?.[1];
  if (id === undefined) return { status: 404, body: { message: 'No such path.' } };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, allow: 'GET, HEAD', body: { message: 'No.' } };
  if (!/^t\d+$/.test(id)) return { status: 400, body: { message: 'That is no id.' } };
  const found = things.get(id);
  return found ? { status: 200, body: found } : { status: 404, body: { message: 'No such thing.' } };
}

serveParent<object, Listening>(async () => {
  const server = createServer(async (request, response) => {
    const { status, body, allow } = await createReply(request);
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(allow === undefined ? {} : { allow }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  const { url } = await listen(server);
  return { url };
});
