import type { Callback } from '@keyframe/openapi-model';
import { evaluateAddress, parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import { CALLBACK_URL } from '../checks/callback-checks.ts';
import type { Violation } from '../checks/check.ts';
import type { Exchange } from '../session.ts';
import type { CallbackAddress, Delivery } from './callback-listener.ts';

/** Holds the address that was called to the one that the runtime expression makes. */
export function judgeCallbackUrl(
  { expression, pointer }: Callback,
  exchange: Exchange,
  address: CallbackAddress,
): (delivery: Delivery) => Violation[] {
  return ({ target }) => {
    const wanted = wantedTarget(expression, exchange);
    const isWanted = wanted === undefined ? target.startsWith(address.path) : wanted === target;
    if (isWanted) return [];
    const message = 'A callback arrived at the wrong URL.';
    return [{ check: CALLBACK_URL, pointer, message, expected: wanted ?? address.url, received: target }];
  };
}

function wantedTarget(expression: string, { request, response, body, draft }: Exchange): string | undefined {
  const sent = draft.body && 'value' in draft.body ? draft.body.value : undefined;
  const answered = body.kind === 'json' ? body.value : undefined;
  const values = {
    request: {
      url: request.target,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: sent,
    },
    response: { status: response.status, headers: Object.fromEntries(response.headers), body: answered },
  };
  try {
    const { pathname, search } = new URL(evaluateAddress(parseTemplate(expression), values));
    return `${pathname}${search}`;
  } catch {
    return undefined;
  }
}
