import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { isCarriedOut } from '../session/session.ts';

/** The response to a PUT, and whether the resource existed before. */
export interface ObservedPut extends ObservedExchange {
  hasExisted: boolean;
}

export const putStatus: StateCheck<ObservedPut> = {
  id: 'put-status',
  title: 'The status of a PUT does not distinguish creation and replacement',
  explanation:
    'A PUT that creates the resource returns 201, one that replaces it 200 or 204 (RFC 9110, section 9.3.4). It is a note if the document has no success but 201: then add the other status.',
  basis: 'promise',
  run({ operation, exchange, hasExisted }) {
    const { status } = exchange.response;
    const has201 = operation.responses.some((one) => one.status === '201');
    if (operation.method !== 'put' || !isCarriedOut(exchange)) return [];
    if (hasExisted ? status !== 201 : status === 201 || !has201) return [];
    const canReplace = operation.responses.some((one) => /^(?:2(?!01)|default)/i.test(one.status));
    return [
      {
        ...(canReplace ? {} : { basis: 'contradiction' as const }),
        operation,
        exchange,
        message: `A PUT that ${hasExisted ? 'replaced' : 'created'} a resource returned ${status}.`,
        expected: hasExisted ? '200 or 204' : '201',
        received: `${status}`,
      },
    ];
  },
};
