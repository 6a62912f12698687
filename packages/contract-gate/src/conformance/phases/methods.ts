// Asks every path for the methods that it does not have, and for HEAD and OPTIONS.

import type { Operation } from '@keyframe/openapi-model';
import { shorten } from '../checks/check.ts';
import { ALLOW_WRONG, HEAD_DIFFERS, METHOD_NOT_REFUSED } from '../checks/method-checks.ts';
import { TRACE_ECHO } from '../checks/security-checks.ts';
import { judgeServerError } from '../checks/server-error.ts';
import { judgeStackTrace } from '../checks/stack-trace.ts';
import { operationsByPath } from '../lowest-node.ts';
import type { Exchange } from '../session.ts';
import { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import { headerOf, type WireRequest, type WireResponse, withHeaders } from '../wire/wire.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';

const TRIED = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'QUERY'] as const;
const SECRET = 'contract-gate-trace';

/** Tries the methods of every path. */
export const runMethods: Phase = async (context) => {
  const byPath = operationsByPath(context.operations);
  await inLanes(context.session, byPath.values(), (operations) => tryPath(context, operations));
};

async function tryPath(context: PhaseContext, [first, ...others]: readonly Operation[]): Promise<void> {
  if (!first) return;
  const { session, plans, pool } = context;
  const draft = plans.best(first)[0];
  const bound = draft && (await pool.bind(draft));
  if (!bound) return;
  const { body: _, ...bare } = session.write(bound);
  const request = { ...bare, target: session.withKeys(bare.target.split('?')[0] ?? '') };
  const documented = new Set(
    session.model.operations
      .filter((one) => canMeet(one.path, first.path))
      .map(({ method }) => method.toUpperCase()),
  );
  for (const method of TRIED) {
    if (!documented.has(method))
      await tryMethod(context, first, { request: { ...request, method }, documented });
  }
  await tryTrace(context, first, request);
  const get = [first, ...others].find(({ method }) => method === 'get');
  if (get && !documented.has('HEAD')) await tryHead(context, get);
  if (!documented.has('OPTIONS')) await tryOptions(context, first, { ...request, method: 'OPTIONS' });
}

/** Sends a request that belongs to no operation: it must be answered, and not by a failure. */
export async function sendUndocumented(
  { session }: PhaseContext,
  operation: Operation,
  request: WireRequest,
): Promise<WireResponse | undefined> {
  try {
    const response = await session.transport.send(request);
    const judged = {
      operation,
      request,
      response,
      documented: undefined,
      body: { kind: 'other' },
      space: session.responses,
    } as const;
    for (const violation of [...judgeServerError(judged), ...judgeStackTrace(judged)])
      session.report(violation, { operation, request, response });
    return response;
  } catch (error) {
    if (!(error instanceof ExchangeFailedError)) throw error;
    return undefined;
  }
}

interface Trial {
  request: WireRequest;
  documented: ReadonlySet<string>;
}

async function tryMethod(
  context: PhaseContext,
  operation: Operation,
  { request, documented }: Trial,
): Promise<void> {
  const { session } = context;
  const response = await sendUndocumented(context, operation, request);
  if (!response || response.status >= 500) return;
  const evidence = { operation, request, response };
  const pointer = operation.pointer.slice(0, operation.pointer.lastIndexOf('/'));
  // Methods that nobody has heard of may be answered with 501.
  if (response.status !== 405) {
    const message = `${request.method} returned ${response.status}.`;
    const received = `${response.status} ${shorten(response.body.toString())}`;
    session.report(
      { check: METHOD_NOT_REFUSED, pointer, message, expected: '405 with Allow', received },
      evidence,
    );
    return;
  }
  const allow = headerOf(response, 'allow');
  const allowed = new Set((allow ?? '').split(',').map((name) => name.trim().toUpperCase()));
  const missing = [...documented].filter((name) => !allowed.has(name));
  if (allow !== undefined && missing.length === 0 && !allowed.has(request.method)) return;
  const message =
    allow === undefined ? 'A 405 came without Allow.' : 'Allow lists other methods than the path has.';
  const violation = {
    check: ALLOW_WRONG,
    pointer,
    message,
    expected: [...documented].join(', '),
    received: allow ?? 'no Allow',
  };
  session.report(violation, evidence);
}

async function tryTrace(context: PhaseContext, operation: Operation, bare: WireRequest): Promise<void> {
  if (operation.method === 'trace') return;
  const request = { ...bare, method: 'TRACE', headers: withHeaders(bare.headers, { 'x-echo': SECRET }) };
  const response = await sendUndocumented(context, operation, request);
  if (!response?.body.includes(SECRET)) return;
  const violation = {
    check: TRACE_ECHO,
    pointer: operation.pointer,
    message: 'TRACE returned the headers of the request.',
    expected: '405',
    received: `${response.status} ${shorten(response.body.toString())}`,
  };
  context.session.report(violation, { operation, request, response });
}

// HEAD is not documented, so it may be refused; when it is answered, then as GET is.
async function tryHead(context: PhaseContext, operation: Operation): Promise<void> {
  const { session, plans, pool } = context;
  const draft = plans.working(operation)[0];
  const bound = draft && (await pool.bind(draft));
  const got = bound && (await session.send(bound));
  if (got) await judgeHead(context, got);
}

/** Sends HEAD as a GET was sent, and holds its response to that of the GET. */
export async function judgeHead(context: PhaseContext, got: Exchange): Promise<void> {
  const { operation } = got;
  const { session } = context;
  const request = { ...got.request, method: 'HEAD' };
  const response = await sendUndocumented(context, operation, request);
  if (!response || [405, 501].includes(response.status)) return;
  const differences = headDifferences(got.response, response);
  if (differences.length === 0 || (await isChanging(context, got))) return;
  const { pointer } = operation;
  const message = `HEAD differs from GET in ${differences.join(' and ')}.`;
  const expected = `${got.response.status} with the headers of GET`;
  const received = `${response.status} ${shorten(JSON.stringify(response.headers))}`;
  session.report(
    { check: HEAD_DIFFERS, pointer, message, expected, received },
    { operation, request, response },
  );
}

// What other requests change meanwhile differs for GET as well.
async function isChanging({ session }: PhaseContext, got: Exchange): Promise<boolean> {
  const again = await session.sendRequest(got.draft, got.request);
  return again === undefined || headDifferences(got.response, again.response).length > 0;
}

function headDifferences(get: WireResponse, head: WireResponse): string[] {
  if (get.status !== head.status) return ['its status'];
  const length = headerOf(head, 'content-length');
  const isOtherLength = length !== undefined && Number(length) !== get.body.length;
  const isOtherType = headerOf(head, 'content-type') !== headerOf(get, 'content-type');
  return [...(isOtherLength ? ['Content-Length'] : []), ...(isOtherType ? ['Content-Type'] : [])];
}

async function tryOptions(context: PhaseContext, operation: Operation, request: WireRequest): Promise<void> {
  await sendUndocumented(context, operation, request);
}

// Whether some path belongs to both templates.
function canMeet(one: string, other: string): boolean {
  const [mine, theirs] = [one.split('/'), other.split('/')];
  return (
    mine.length === theirs.length &&
    mine.every(
      (token, index) => token.includes('{') || theirs[index]?.includes('{') || token === theirs[index],
    )
  );
}
