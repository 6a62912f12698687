// Sends undocumented methods, HEAD, OPTIONS and TRACE to each path.
import type { Operation } from '@keyframe/openapi-model';
import { randomWord } from '@keyframe/openapi-schema/values';
import type { RunContext } from '../behavior/context.ts';
import { allowWrong } from '../checks/allow-wrong.ts';
import { traceEcho } from '../checks/trace-echo.ts';
import { undocumentedMethodAccepted } from '../checks/undocumented-method-accepted.ts';
import { findHeader, type WireRequest, type WireResponse, withHeaders } from '../wire/wire.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { checkHead, sendUndocumented } from './undocumented-request.ts';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'QUERY'] as const;
const SECRET = 'contract-gate-trace';
const METHOD_CHECKS = [undocumentedMethodAccepted, allowWrong];

/** Tries the methods of every path. */
export const runMethods: Phase = async (context) => {
  const { destructive } = context.session;
  const harmful = new Set([...destructive].map(({ path }) => path));
  const harmless = context.operations.filter(({ path }) => !harmful.has(path));
  const byPath = Map.groupBy(harmless, ({ path }) => path);
  await runConcurrently(context.session, [...byPath.values()], (operations) => tryPath(context, operations));
};

async function tryPath(context: RunContext, [first, ...others]: readonly Operation[]): Promise<void> {
  if (!first) return;
  const { session, plans, pool } = context;
  const draft = plans.best(first)[0];
  const bound = draft && (await pool.bind(draft));
  if (!bound) return;
  const { body: _, ...bare } = session.write(bound);
  const request = { ...bare, target: session.withKeys(bare.target.split('?')[0] ?? '') };
  const all = session.model.operations;
  const documented = listMethods(all.filter((one) => one.path === first.path));
  const overlapping = listMethods(all.filter((one) => canOverlap(one.path, first.path)));
  for (const method of METHODS) {
    if (overlapping.has(method) || (isChangeOfAll(first, method) && !session.options.existingData)) continue;
    if (await session.permits(bound, method))
      await tryMethod(context, first, { request: { ...request, method }, documented });
  }
  await tryTrace(context, first, request);
  const get = [first, ...others].find(({ method }) => method === 'get');
  if (get && (documented.has('HEAD') || !overlapping.has('HEAD'))) await tryHead(context, get);
  if (!overlapping.has('OPTIONS')) await sendUndocumented(context, first, { ...request, method: 'OPTIONS' });
}

// A server that carries out an undocumented `DELETE /things` deletes all things.
function isChangeOfAll({ path }: Operation, method: string): boolean {
  return !path.includes('{') && ['DELETE', 'PATCH', 'PUT'].includes(method);
}

function listMethods(operations: readonly Operation[]): Set<string> {
  return new Set(operations.map(({ method }) => method.toUpperCase()));
}

async function tryMethod(
  context: RunContext,
  operation: Operation,
  { request, documented }: { request: WireRequest; documented: ReadonlySet<string> },
): Promise<void> {
  const response = await sendUndocumented(context, operation, request);
  if (!response) return;
  if (response.status < 400 && (await isCatchAll(context, operation, { request, response }))) return;
  const observed = { operation, method: request.method, response, documented };
  await context.session.runChecks(METHOD_CHECKS, observed, { operation, request, response });
}

// Some servers return one page for every path: then the method says nothing about the path.
async function isCatchAll(
  context: RunContext,
  operation: Operation,
  { request, response }: { request: WireRequest; response: WireResponse },
): Promise<boolean> {
  const { session } = context;
  const target = session.withKeys(`${session.basePath}/${randomWord(20, session.unrepeatable())}`);
  const other = await sendUndocumented(context, operation, { ...request, target });
  const getType = (one: WireResponse) => findHeader(one, 'content-type');
  return other?.status === response.status && getType(other) === getType(response);
}

async function tryTrace(context: RunContext, operation: Operation, bare: WireRequest): Promise<void> {
  if (operation.method === 'trace') return;
  const request = { ...bare, method: 'TRACE', headers: withHeaders(bare.headers, { 'x-echo': SECRET }) };
  const response = await sendUndocumented(context, operation, request);
  if (!response) return;
  const observed = { operation, response, secret: SECRET };
  await context.session.runChecks([traceEcho], observed, { operation, request, response });
}

// HEAD must match GET; an undocumented one may be rejected.
async function tryHead(context: RunContext, operation: Operation): Promise<void> {
  const { session, plans, pool } = context;
  const draft = plans.working(operation)[0];
  const bound = draft && (await pool.bind(draft));
  const get = bound && (await session.send(bound));
  if (get) await checkHead(context, get);
}

// Whether a path matches both templates; the last parameter of the left one may take several segments.
function canOverlap(left: string, right: string): boolean {
  const [leftTokens, rightTokens] = [left.split('/'), right.split('/')];
  const isLonger = left.endsWith('}') && rightTokens.length > leftTokens.length;
  return (
    (isLonger || leftTokens.length === rightTokens.length) &&
    leftTokens.every(
      (token, index) =>
        token.includes('{') || rightTokens[index]?.includes('{') || token === rightTokens[index],
    )
  );
}
