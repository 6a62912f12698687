/** Holds the server's own answers to the contract: a departure is a defect of ours that no client should find first. */
import { checkResponse, type OperationId } from '@keyframe/contract/hono';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../telemetry/log.ts';
import type { AppEnv } from './access.ts';
import { internalError } from './errors.ts';

/** `throw` answers 500 instead of a violation, `report` only logs it, `off` does not look. */
export type ResponseCheck = 'throw' | 'report' | 'off';

/** Compares every answer of an operation, errors included, with what the contract documents for it. */
export function checkResponses(
  operationId: OperationId,
  { mode, log }: { readonly mode: ResponseCheck; readonly log: Log },
): MiddlewareHandler<AppEnv>[] {
  if (mode === 'off') return [];
  return [
    async (context, next) => {
      // What the layers around the operation have set, such as CORS, belongs to a 500 as well.
      const headers = new Headers(context.res.headers);
      await next();
      const { status } = context.res;
      const problems = await violations(operationId, context.res);
      if (problems.length === 0) return;
      log.error({ operationId, status, problems }, 'an answer departs from the contract');
      if (mode === 'report') return;
      // Hono copies the headers of the answer that it replaces, unless there is none.
      context.res = undefined;
      context.res = Response.json(internalError().body, { status: 500, headers });
    },
  ];
}

async function violations(operationId: OperationId, response: Response): Promise<string[]> {
  const { status, headers } = response;
  // A clone, so that the body that is sent stays unread.
  const text = await response.clone().text();
  return checkResponse(operationId, { status, headers, body: parse(text) }).map(describe);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

type ResponseIssue = ReturnType<typeof checkResponse>[number];

/** Names a place by JSON pointer (RFC 6901), and no value, since answers may hold what logs must not. */
function describe({ where, path, message }: ResponseIssue): string {
  const escaped = path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return `${where} ${escaped.map((key) => `/${key}`).join('')}: ${message}`;
}
