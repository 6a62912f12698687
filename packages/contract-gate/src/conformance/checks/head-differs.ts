import { shorten } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { Exchange, Session } from '../session/session.ts';
import { findHeader, type WireResponse } from '../wire/wire.ts';

/** A GET and the response to a HEAD of the same URL. */
export interface ObservedHead {
  session: Session;
  get: Exchange;
  head: WireResponse;
}

export const headDiffers: Check<ObservedHead> = {
  id: 'head-differs',
  title: 'HEAD differs from GET',
  explanation:
    'A HEAD response has the status and the headers of GET and no body (RFC 9110, section 9.3.2); its Content-Length is the length of the body of GET.',
  basis: 'convention',
  async run({ session, get, head }) {
    if ([405, 501].includes(head.status)) return [];
    const differences = listDifferences(get.response, head);
    if (differences.length === 0 || (await isChanging(session, get))) return [];
    return [
      {
        pointer: get.operation.pointer,
        message: `HEAD differs from GET in ${differences.join(' and ')}.`,
        expected: `${get.response.status} with the headers of GET`,
        received: `${head.status} ${shorten(JSON.stringify(head.headers))}`,
      },
    ];
  },
};

// Concurrent requests may change the resource, which is a difference between two GETs as well.
async function isChanging(session: Session, get: Exchange): Promise<boolean> {
  const again = await session.sendRequest(get.draft, get.request);
  return again === undefined || listDifferences(get.response, again.response).length > 0;
}

function listDifferences(get: WireResponse, head: WireResponse): string[] {
  if (get.status !== head.status) return ['its status'];
  const length = findHeader(head, 'content-length');
  const isOtherLength = length !== undefined && Number(length) !== get.body.length;
  const isOtherType = findHeader(head, 'content-type') !== findHeader(get, 'content-type');
  return [...(isOtherLength ? ['Content-Length'] : []), ...(isOtherType ? ['Content-Type'] : [])];
}
