// A guard in front of Prism, which crashes on bodies and paths that it cannot parse: the guard rejects these, as the
// service does, and forwards the rest.
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { checkBody, readBody } from './request-body.ts';
import { describeViolations } from './violation-error.ts';

export interface GuardOptions {
  /** Resolves to the URL that requests are passed on to. */
  upstream: () => Promise<string>;
  warn: (line: string) => void;
  log?: ((line: string) => void) | undefined;
}

/**
 * Fields that belong to one connection (RFC 9110, section 7.6.1), and those that are written anew: Prism also ends on a
 * Content-Type that it cannot parse.
 */
const NOT_FORWARDED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Prism answers every header that the contract documents; of these, each says something that is not so. */
const UNTRUE_FOR_A_MOCK = new Set(['deprecation', 'idempotent-replayed', 'sunset']);

/** Creates the server that guards Prism; it does not listen yet. */
export function createGuard({ upstream, warn, log }: GuardOptions): Server {
  return createServer((incoming, response) => {
    if (log) response.once('finish', () => log(describe(incoming, response)));
    handle(incoming, response, upstream).catch((error: unknown) => {
      // Its client is gone.
      if (response.closed) return;
      warn(`${incoming.method} ${incoming.url}: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, { code: 'internal_error', message: 'The mock failed. Retry later.' });
    });
  });
}

/** Describes a request in one line, with the problem that Prism found. */
function describe({ method, url }: IncomingMessage, response: ServerResponse): string {
  const violations = String(response.getHeader('sl-violations') ?? '');
  const messages = [...violations.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(([, message]) => message);
  return [`${method} ${url} -> ${response.statusCode}`, ...messages].join('; ');
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: GuardOptions['upstream'],
): Promise<void> {
  const path = parsePath(incoming.url);
  if (path === undefined) return refuseRequest(response, 'Malformed request: Invalid URL.');
  if (!isDecodable(path))
    return refuse(response, 404, { code: 'not_found', message: `No resource at ${path}.` });
  const body = await readBody(incoming);
  const problem = checkBody(incoming, body);
  // The key is checked first (OPEN-18): without one, Prism has the word.
  if (problem !== undefined && incoming.headers.authorization !== undefined) {
    return refuseRequest(response, problem);
  }
  await forward(incoming, response, {
    url: new URL(path, await upstream()),
    body: problem === undefined ? body : undefined,
  });
}

/** Reads a target in any of its forms (RFC 9112, section 3.2); undefined for one that names nothing here. */
function parsePath(target = ''): string | undefined {
  const address = target.startsWith('/') ? `http://mock${target}` : target;
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  return `${pathname.replace(/^\/+/, '/')}${search}`;
}

/** Reports whether the percent-encoding of a path is valid UTF-8: any other one ends Prism. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function refuseRequest(response: ServerResponse, message: string): void {
  refuse(response, 400, { code: 'invalid_request', message });
}

function refuse(response: ServerResponse, status: number, error: { code: string; message: string }): void {
  const text = JSON.stringify({ error });
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `req_${randomUUID()}`,
      'content-length': Buffer.byteLength(text),
      'access-control-allow-origin': '*',
      // The rest of the body stays unread.
      connection: 'close',
    })
    .end(text);
}

async function forward(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { url, body }: { url: URL; body: Buffer | undefined },
): Promise<void> {
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { ...asRequest(headers), ...content }, agent: false })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  const status = answer.statusCode ?? 502;
  const fields = without(forwarded(answer.headers), UNTRUE_FOR_A_MOCK);
  const violation =
    status === 400 ? describeViolations(firstValue(answer.headers['sl-violations'])) : undefined;
  if (violation === undefined) {
    response.writeHead(status, fields);
    return pipeline(answer, response);
  }
  const { error } = (await readJson(answer)) as { error: { code: string } };
  const text = JSON.stringify({ error: { code: error.code, ...violation } });
  response.writeHead(status, { ...fields, 'content-length': Buffer.byteLength(text) }).end(text);
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function asRequest(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-type': _, ...rest } = forwarded(headers);
  return rest;
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return without(headers, NOT_FORWARDED);
}

function without(headers: IncomingHttpHeaders, names: ReadonlySet<string>): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
