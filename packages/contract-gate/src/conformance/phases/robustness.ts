// Sends malformed requests: broken bodies, unusual media types, broken escapes, slow and truncated bodies.
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { RunContext } from '../behavior/context.ts';
import { malformedBodyAccepted } from '../checks/malformed-body-accepted.ts';
import { mediaTypeRejected } from '../checks/media-type-rejected.ts';
import { serverHangs } from '../checks/server-hangs.ts';
import { bodyMediaType, type Draft, sentValue } from '../requests/draft.ts';
import { brokenBodies, type OddBody, oddMediaTypes } from '../requests/odd-bodies.ts';
import { isRejection } from '../session/observed-case.ts';
import { isSuccess } from '../session/session.ts';
import { exchangeRaw } from '../wire/raw-exchange.ts';
import { type WireRequest, withHeaders } from '../wire/wire.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { noteEffect } from './send-case.ts';
import { sendUndocumented } from './undocumented-request.ts';

const BODY_CHECKS = [malformedBodyAccepted, mediaTypeRejected];

/** Tries broken requests on every operation. */
export const runRobustness: Phase = async (context) => {
  const { operations, session } = context;
  await runConcurrently(session, operations, async (operation) => {
    const draft = context.plans.best(operation)[0];
    if (!draft) return;
    await tryBodies(context, draft);
    await tryEscapes(context, draft);
    await trySlowness(context, draft);
  });
};

async function tryBodies(context: RunContext, draft: Draft): Promise<void> {
  const { requestBody: described } = draft.operation;
  const contentType = bodyMediaType(draft)?.name;
  if (!described || contentType === undefined || !isJson(contentType)) return;
  const first = await encodeFresh(context, draft);
  if (!first) return;
  for (const odd of brokenBodies({ contentType, bytes: first.bytes, described })) {
    if (context.session.isOver) return;
    await tryBody(context, first.bound, odd);
  }
  for (let index = 0; ; index += 1) {
    const fresh = context.session.isOver ? undefined : await encodeFresh(context, draft);
    const odd = fresh && oddMediaTypes({ contentType, bytes: fresh.bytes, described })[index];
    if (!odd) return;
    await tryBody(context, fresh.bound, odd);
  }
}

// A body that was sent already may conflict with what it created.
async function encodeFresh(
  { pool }: RunContext,
  draft: Draft,
): Promise<{ bound: Draft; bytes: Buffer } | undefined> {
  const bound = await pool.renew(draft);
  const value = bound && sentValue(bound);
  return bound && value !== undefined ? { bound, bytes: Buffer.from(JSON.stringify(value)) } : undefined;
}

async function tryBody(context: RunContext, draft: Draft, odd: OddBody): Promise<void> {
  const { session } = context;
  const { bytes, contentType, expectation, label } = odd;
  const exchange = await session.send({ ...draft, body: { bytes, contentType } });
  if (!exchange) return;
  noteEffect(context, exchange);
  const isDoubtful = expectation === 'valid' && isRejection(exchange.response.status);
  if (isDoubtful && !(await isAcceptedOtherwise(context, draft))) return;
  const pointer = draft.operation.requestBody?.pointer ?? draft.operation.pointer;
  const observed = { expectation, label, pointer, response: exchange.response };
  await session.runChecks(BODY_CHECKS, observed, exchange);
}

// The same body with the usual media type: if the server rejects it, too, the media type is not the reason.
async function isAcceptedOtherwise(context: RunContext, draft: Draft): Promise<boolean> {
  const control = await context.session.send(draft);
  if (control) noteEffect(context, control);
  return control !== undefined && isSuccess(control);
}

const SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%00',
  '%2e%2e',
  '%2F',
  'x'.repeat(5_000),
  '%F0%9F%98%80',
  "'",
  '%20',
];
const QUERIES = ['%', '%zz', 'a=%ff', 'a=%00', '&&&=', 'a[b=1', '__proto__=1', `a=${'x'.repeat(5_000)}`];

async function tryEscapes(context: RunContext, draft: Draft): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  const bound = await pool.bind(draft);
  if (!bound || operation.resourceMethod === 'delete' || !(await session.permits(bound, operation.method)))
    return;
  const request = session.write(bound);
  const [path = '', query] = request.target.split('?');
  const last = operation.path.split('/').findLastIndex((token) => /^\{[^{}]+\}$/.test(token));
  if (last > 0) {
    const at = last + session.findBasePath(operation).split('/').length - 1;
    for (const segment of SEGMENTS) {
      const target = [path.split('/').with(at, segment).join('/'), query]
        .filter((part) => part !== undefined)
        .join('?');
      await sendUndocumented(context, operation, { ...request, target });
    }
  }
  if (operation.method !== 'get') return;
  for (const more of QUERIES) {
    const target = `${path}?${query === undefined ? '' : `${query}&`}${more}`;
    await sendUndocumented(context, operation, { ...request, target });
  }
}

const PAUSE_MS = 50;

// A body in two parts, a truncated body: the server must keep responding.
async function trySlowness(context: RunContext, draft: Draft): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  if (operation.requestBody === undefined) return;
  const bound = await pool.bind(draft);
  const request = bound && session.write(bound);
  if (!bound || !request?.body || !(await session.permits(bound, request.method))) return;
  const bytes = toBytes(request, session.options.server.host);
  const middle = bytes.length - Math.ceil(request.body.length / 2);
  const slow = await session.sendRequest(bound, { ...request, pauseMs: PAUSE_MS });
  // The operation may never respond.
  const hasResponse = slow !== undefined || (await session.send(bound)) === undefined;
  await session.runChecks([serverHangs], { operation, hasResponse }, { operation, request });
  const { options } = session;
  // A proxy would read the truncated body instead of the server.
  if (options.proxy) return;
  await session.transport.admit();
  await exchangeRaw(options, {
    bytes: bytes.subarray(0, middle),
    isCutOff: true,
    timeoutMs: 300,
  });
  const alive = await session.send(bound);
  if (alive) noteEffect(context, alive);
}

function toBytes({ method, target, headers, body = Buffer.alloc(0) }: WireRequest, host: string): Buffer {
  const all = withHeaders(headers, { host, connection: 'close', 'content-length': String(body.length) });
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
