import { findResponse, type Operation } from '@keyframe/openapi-model';
import type { RunContext } from '../behavior/context.ts';
import { headDiffers } from '../checks/head-differs.ts';
import { serverError } from '../checks/server-error.ts';
import { stackTrace } from '../checks/stack-trace.ts';
import type { Exchange } from '../session/session.ts';
import { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';

const CHECKS = [serverError, stackTrace];

/** Sends a request that no operation documents; undefined without a response. */
export async function sendUndocumented(
  { session }: RunContext,
  operation: Operation,
  request: WireRequest,
): Promise<WireResponse | undefined> {
  try {
    const response = await session.transport.send(request);
    const observed = {
      operation,
      request,
      response,
      documented: findResponse(operation, response.status),
      body: { kind: 'other' },
      space: session.responses,
    } as const;
    await session.runChecks(CHECKS, observed, { operation, request, response });
    return response;
  } catch (error) {
    if (!(error instanceof ExchangeFailedError)) throw error;
    return undefined;
  }
}

/** Sends the HEAD request of a GET and compares the responses. */
export async function checkHead(context: RunContext, get: Exchange): Promise<void> {
  const { operation } = get;
  const { session } = context;
  const request = { ...get.request, method: 'HEAD' };
  const head = await sendUndocumented(context, operation, request);
  if (!head) return;
  await session.runChecks([headDiffers], { session, get, head }, { operation, request, response: head });
}
