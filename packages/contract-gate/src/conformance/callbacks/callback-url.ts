import type { Callback } from '@keyframe/openapi-model';
import { evaluateAddress, parseTemplate } from '@keyframe/openapi-runtime/webhooks';
import { CALLBACK_URL } from '../checks/callback-checks.ts';
import type { Violation } from '../checks/check.ts';
import type { Exchange } from '../session.ts';
import type { CallbackAddress, Delivery } from './callback-listener.ts';

/** Holds the address that was called to the one that the runtime expression makes. */
export function judgeCallbackUrl(
  { expression, pointer }: Callback,
  { request, response, body, draft }: Exchange,
  { delivery, address }: { delivery: Delivery; address: CallbackAddress },
): Violation[] {
  const sent = draft.body && 'value' in draft.body ? draft.body.value : undefined;
  const answered = body.kind === 'json' ? body.value : undefined;
  const exchange = {
    request: {
      url: request.target,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: sent,
    },
    response: { status: response.status, headers: Object.fromEntries(response.headers), body: answered },
  };
  try {
    const wanted = new URL(evaluateAddress(parseTemplate(expression), exchange));
    const target = `${wanted.pathname}${wanted.search}`;
    if (target === delivery.target) return [];
    return [
      {
        check: CALLBACK_URL,
        pointer,
        message: 'A callback came to another URL.',
        expected: target,
        received: delivery.target,
      },
    ];
  } catch {
    return delivery.target.startsWith(address.path)
      ? []
      : [
          {
            check: CALLBACK_URL,
            pointer,
            message: 'A callback came to another URL.',
            expected: address.url,
            received: delivery.target,
          },
        ];
  }
}
