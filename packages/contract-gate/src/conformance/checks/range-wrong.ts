import type { Operation } from '@keyframe/openapi-model';
import type { Draft } from '../requests/draft.ts';
import type { Check, Violation } from '../session/check.ts';
import type { Exchange, Session } from '../session/session.ts';
import { findHeader, findStrongTag } from '../wire/wire.ts';

/** A bound draft of an operation that documents 206. */
export interface RangedOperation {
  session: Session;
  draft: Draft;
}

/** The header of a range and its first and last byte. */
interface Range {
  header: string;
  first: number;
  last: number;
}

export const rangeWrong: Check<RangedOperation> = {
  id: 'range-wrong',
  title: 'A range request returns wrong bytes',
  explanation:
    'The document has 206, but a request with `Range` returned the whole content, other bytes, or a `Content-Range` that does not match; or a range after the end did not return the documented 416 with the length in `Content-Range` (RFC 9110, sections 14.4 and 15.5.17).',
  basis: 'promise',
  async run({ session, draft }) {
    const send = (headers: Readonly<Record<string, string>>) =>
      session.send({ ...draft, headers: { ...draft.headers, ...headers } });
    const whole = await send({ range: 'none' });
    const again = whole && (await send({ range: 'none' }));
    const content = whole?.response.body;
    // Content that changes with each request has no ranges.
    if (whole?.response.status !== 200 || !content?.length || !again?.response.body.equals(content))
      return [];
    const violations: Violation[] = [];
    for (const range of listRanges(content.length)) {
      const exchange = await send({ range: range.header });
      if (exchange && exchange.response.status < 400) violations.push(...checkPart(exchange, range, content));
    }
    const has416 = draft.operation.responses.some(({ status }) => status === '416');
    const beyond = has416 ? await send({ range: `bytes=${content.length}-` }) : undefined;
    if (beyond) violations.push(...checkBeyondEnd(beyond, content.length));
    const stale = findStrongTag(whole.response)
      ? await send({ range: 'bytes=0-0', 'if-range': '"contract-gate"' })
      : undefined;
    if (stale?.response.status === 206) {
      const message = 'A range was returned although If-Range has another ETag.';
      violations.push(createViolation(stale, { message, expected: '200', received: '206' }));
    }
    return violations;
  },
};

/** Whether an operation documents ranges. */
export function hasRanges({ method, responses }: Operation): boolean {
  return method === 'get' && responses.some(({ status }) => status === '206');
}

function listRanges(length: number): Range[] {
  const end = length - 1;
  return [
    { header: 'bytes=0-0', first: 0, last: 0 },
    { header: 'bytes=-1', first: end, last: end },
    { header: `bytes=${Math.min(1, end)}-`, first: Math.min(1, end), last: end },
    { header: `bytes=0-${length + 10}`, first: 0, last: end },
  ];
}

function checkPart(exchange: Exchange, { header, first, last }: Range, content: Buffer): Violation[] {
  const { status, body } = exchange.response;
  const contentRange = findHeader(exchange.response, 'content-range');
  const isDescribed = new RegExp(`^bytes ${first}-${last}/(?:${content.length}|\\*)$`).test(
    contentRange ?? '',
  );
  if (status === 206 && isDescribed && body.equals(content.subarray(first, last + 1))) return [];
  const received = `${status}, ${contentRange ?? 'no Content-Range'}, ${body.length} bytes`;
  const expected = `206, bytes ${first}-${last}/${content.length}`;
  return [
    createViolation(exchange, { message: `Range ${header} returned ${received}.`, expected, received }),
  ];
}

function checkBeyondEnd(exchange: Exchange, length: number): Violation[] {
  const { status } = exchange.response;
  const contentRange = findHeader(exchange.response, 'content-range');
  const isRight = status === 416 && (contentRange === undefined || contentRange === `bytes */${length}`);
  if (isRight || (status >= 400 && status !== 416)) return [];
  const received = `${status}, ${contentRange ?? 'no Content-Range'}`;
  const message = `A range after the end returned ${received}.`;
  return [createViolation(exchange, { message, expected: `416, bytes */${length}`, received })];
}

function createViolation(
  exchange: Exchange,
  violation: Pick<Violation, 'expected' | 'message' | 'received'>,
): Violation {
  return { ...violation, pointer: exchange.operation.pointer, evidence: exchange };
}
