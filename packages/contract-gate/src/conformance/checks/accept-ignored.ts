import type { Operation } from '@keyframe/openapi-model';
import { getEssence } from '@keyframe/openapi-runtime/wire';
import type { RunContext } from '../behavior/context.ts';
import type { Draft } from '../requests/draft.ts';
import type { Check, Violation } from '../session/check.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

const UNKNOWN = 'application/x-contract-gate';
const REJECTIONS: ReadonlySet<number> = new Set([400, 415, 422, 500, 501]);

/** A working draft of a reading operation. */
export interface NegotiatedOperation {
  context: RunContext;
  draft: Draft;
}

export const acceptIgnored: Check<NegotiatedOperation> = {
  id: 'accept-ignored',
  title: 'A response has another media type than requested',
  explanation:
    'The document lists several media types for the response, and has 406 or the server returns more than one of them; but a request whose `Accept` names one of them got another one or was rejected, or the document has 406, and a request that accepts no documented media type succeeded (RFC 9110, section 12.5.1). A server may ignore `Accept` altogether.',
  basis: 'convention',
  async run({ context: { pool, session }, draft }) {
    const types = listMediaTypes(draft.operation);
    const bound = types.length > 1 && (await pool.bind(draft));
    if (!bound) return [];
    const send = (accept: string) => session.send({ ...bound, headers: { ...bound.headers, accept } });
    const exchanges: [type: string, exchange: Exchange][] = [];
    for (const type of types) {
      const exchange = await send(type);
      if (exchange) exchanges.push([type, exchange]);
    }
    const violations = exchanges
      .filter(([type, exchange]) => isWrong(exchange, type))
      .map(([type, exchange]) => createViolation(exchange, type, type));
    const successful = exchanges.map(([, exchange]) => exchange).filter(isSuccess);
    const isNegotiated = new Set(successful.map(getMediaType)).size > 1;
    if (!draft.operation.responses.some(({ status }) => status === '406'))
      return isNegotiated ? violations : [];
    const exchange = await send(UNKNOWN);
    if (exchange && isSuccess(exchange)) violations.push(createViolation(exchange, UNKNOWN, '406'));
    return violations;
  },
};

// With another status, the resource may be missing by now, or the server busy.
function isWrong(exchange: Exchange, type: string): boolean {
  return isSuccess(exchange) ? getMediaType(exchange) !== type : REJECTIONS.has(exchange.response.status);
}

function getMediaType({ response }: Exchange): string {
  return getEssence(findHeader(response, 'content-type') ?? '');
}

/** Lists the media types of the 200 response; none if one of them is a range. */
function listMediaTypes({ responses }: Operation): string[] {
  const content = responses.find(({ status }) => status === '200')?.content ?? [];
  const types = [...new Set(content.map(({ name }) => getEssence(name)))];
  return types.some((type) => type.includes('*')) ? [] : types;
}

function createViolation(exchange: Exchange, accept: string, expected: string): Violation {
  const { operation, response } = exchange;
  const received = `${response.status}, ${findHeader(response, 'content-type') ?? 'no Content-Type'}`;
  const message = `A request with Accept ${accept} returned ${received}.`;
  return { pointer: operation.pointer, message, expected, received, evidence: exchange };
}
