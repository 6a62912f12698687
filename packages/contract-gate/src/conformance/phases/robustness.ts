// Sends what no client should: broken bodies, odd media types, broken escapes, slow and cut bytes.
import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import { shorten } from '../checks/check.ts';
import { isRefusal } from '../checks/request-checks.ts';
import { MALFORMED_ACCEPTED, MEDIA_TYPE_REFUSED, SERVER_HANGS } from '../checks/robustness-checks.ts';
import type { Draft } from '../requests/draft.ts';
import { brokenBodies, type OddBody, oddMediaTypes } from '../requests/odd-bodies.ts';
import type { Exchange } from '../session.ts';
import { exchangeRaw } from '../wire/raw-exchange.ts';
import { type WireRequest, withHeaders } from '../wire/wire.ts';
import { sendUndocumented } from './methods.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { noteEffect } from './send-case.ts';

/** Tries broken requests on every operation. */
export const runRobustness: Phase = async (context) => {
  const { operations, session } = context;
  await inLanes(session, operations, async (operation) => {
    const draft = context.plans.best(operation)[0];
    if (!draft) return;
    await tryBodies(context, draft);
    await tryEscapes(context, draft);
    await trySlowness(context, draft);
  });
};

async function tryBodies(context: PhaseContext, draft: Draft): Promise<void> {
  const { body } = draft;
  if (!body || !('value' in body) || !isJson(body.mediaType.name)) return;
  const valid = Buffer.from(JSON.stringify(body.value));
  const { name } = body.mediaType;
  for (const odd of [...brokenBodies(name, valid), ...oddMediaTypes(name, valid)]) {
    if (context.session.isOver) return;
    await tryBody(context, draft, odd);
  }
}

async function tryBody(context: PhaseContext, draft: Draft, odd: OddBody): Promise<void> {
  const { session, pool } = context;
  const { bytes, contentType, expectation, label } = odd;
  const bound = await pool.bind({ ...draft, body: { bytes, contentType } });
  const exchange = bound && (await session.send(bound));
  if (!exchange) return;
  noteEffect(context, exchange);
  const { status } = exchange.response;
  const pointer = draft.operation.requestBody?.pointer ?? draft.operation.pointer;
  const received = `${status} ${shorten(exchange.response.body.toString())}`;
  if (expectation === 'invalid' && status < 400) {
    const message = `A body with ${label} was accepted.`;
    session.report(
      {
        check: MALFORMED_ACCEPTED,
        pointer: `${pointer}/content`,
        message,
        expected: 'a documented 4xx',
        received,
      },
      exchange,
    );
  }
  if (expectation === 'valid' && isRefusal(status)) {
    const message = `A valid body with ${label} was rejected.`;
    session.report(
      {
        check: MEDIA_TYPE_REFUSED,
        pointer: `${pointer}/content`,
        message,
        expected: 'a successful response',
        received,
      },
      exchange,
    );
  }
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

async function tryEscapes(context: PhaseContext, draft: Draft): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  const bound = await pool.bind(draft);
  if (!bound || operation.method === 'delete') return;
  const request = session.write(bound);
  const [path = '', query] = request.target.split('?');
  const last = operation.path.split('/').findLastIndex((token) => /^\{[^{}]+\}$/.test(token));
  if (last > 0) {
    const at = last + session.basePath.split('/').length - 1;
    for (const segment of SEGMENTS) {
      const target = [path.split('/').with(at, segment).join('/'), query]
        .filter((part) => part !== undefined)
        .join('?');
      await trySent(context, operation, { ...request, target });
    }
  }
  if (operation.method !== 'get') return;
  for (const more of QUERIES) {
    const target = `${path}?${query === undefined ? '' : `${query}&`}${more}`;
    await trySent(context, operation, { ...request, target });
  }
}

async function trySent(context: PhaseContext, operation: Operation, request: WireRequest): Promise<void> {
  await sendUndocumented(context, operation, request);
}

const PAUSE_MS = 50;

// Bytes that come slowly, that end too early, and none at all after the head: the server must live on.
async function trySlowness(context: PhaseContext, draft: Draft): Promise<void> {
  const { session, pool } = context;
  const { operation } = draft;
  if (operation.requestBody === undefined) return;
  const bound = await pool.bind(draft);
  const request = bound && session.write(bound);
  if (!bound || !request?.body) return;
  const bytes = bytesOf(request, session.options.server.host);
  const middle = bytes.length - Math.ceil(request.body.length / 2);
  const slow = await session.sendRequest(bound, { ...request, pauseMs: PAUSE_MS });
  if (!slow) reportHang(context, { operation, request }, 'A body that came in two parts was not answered.');
  await session.transport.admit();
  await exchangeRaw(session.options.server, {
    bytes: bytes.subarray(0, middle),
    isCutOff: true,
    timeoutMs: 300,
  });
  const alive = await session.send(bound);
  if (alive) noteEffect(context, alive);
}

function bytesOf({ method, target, headers, body = Buffer.alloc(0) }: WireRequest, host: string): Buffer {
  const all = withHeaders(headers, { host, connection: 'close', 'content-length': String(body.length) });
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

function reportHang(
  { session }: PhaseContext,
  evidence: Pick<Exchange, 'operation' | 'request'>,
  message: string,
): void {
  const { pointer } = evidence.operation;
  session.report(
    { check: SERVER_HANGS, pointer, message, expected: 'a response', received: 'nothing in time' },
    evidence,
  );
}
