// Asks for some of the bytes of what can be downloaded.
import type { Operation } from '@keyframe/openapi-model';
import { RANGE_WRONG } from '../checks/content-checks.ts';
import type { PhaseContext } from '../phases/phase.ts';
import type { Draft } from '../requests/draft.ts';
import type { Exchange } from '../session.ts';
import { headerOf } from '../wire/wire.ts';

/** A range as it is asked for, and the places of its first and last byte. */
interface Range {
  header: string;
  first: number;
  last: number;
}

function rangesOf(length: number): Range[] {
  const end = length - 1;
  return [
    { header: 'bytes=0-0', first: 0, last: 0 },
    { header: 'bytes=-1', first: end, last: end },
    { header: `bytes=${Math.min(1, end)}-`, first: Math.min(1, end), last: end },
    { header: `bytes=0-${length + 10}`, first: 0, last: end },
  ];
}

/** Tells whether an operation says that it returns ranges. */
export function hasRanges({ method, responses }: Operation): boolean {
  return method === 'get' && responses.some(({ status }) => status === '206');
}

/** Asks for ranges of what a bound draft reads. */
export async function judgeByteRanges(context: PhaseContext, draft: Draft): Promise<void> {
  const ask = (headers: Readonly<Record<string, string>>) =>
    context.session.send({ ...draft, headers: { ...draft.headers, ...headers } });
  const whole = await ask({ range: 'none' });
  const again = whole && (await ask({ range: 'none' }));
  const content = whole?.response.body;
  // What differs from one request to the next has no ranges.
  if (whole?.response.status !== 200 || !content?.length || !again?.response.body.equals(content)) return;
  for (const range of rangesOf(content.length)) {
    const exchange = await ask({ range: range.header });
    if (exchange && exchange.response.status < 400) judgePart(context, { exchange, range, content });
  }
  const has416 = draft.operation.responses.some(({ status }) => status === '416');
  const behind = has416 ? await ask({ range: `bytes=${content.length}-` }) : undefined;
  if (behind) judgeBehind(context, behind, content.length);
  const tag = headerOf(whole.response, 'etag');
  const stale = tag?.startsWith('"')
    ? await ask({ range: 'bytes=0-0', 'if-range': '"contract-gate"' })
    : undefined;
  if (stale?.response.status === 206)
    report(context, stale, {
      message: 'A range was returned for another ETag in If-Range.',
      expected: '200',
      received: '206',
    });
}

function judgePart(
  context: PhaseContext,
  { exchange, range, content }: { exchange: Exchange; range: Range; content: Buffer },
): void {
  const { header, first, last } = range;
  const { status, body } = exchange.response;
  const told = headerOf(exchange.response, 'content-range');
  const expected = `206, bytes ${first}-${last}/${content.length}`;
  const isDescribed = new RegExp(`^bytes ${first}-${last}/(?:${content.length}|\\*)$`).test(told ?? '');
  if (status === 206 && isDescribed && body.equals(content.subarray(first, last + 1))) return;
  const received = `${status}, ${told ?? 'no Content-Range'}, ${body.length} bytes`;
  report(context, exchange, {
    message: `A request for the range ${header} was not answered by it.`,
    expected,
    received,
  });
}

function judgeBehind(context: PhaseContext, exchange: Exchange, length: number): void {
  const { status } = exchange.response;
  const told = headerOf(exchange.response, 'content-range');
  const isRight = status === 416 && (told === undefined || told === `bytes */${length}`);
  if (isRight || (status >= 400 && status !== 416)) return;
  report(context, exchange, {
    message: 'A range behind the end was not refused.',
    expected: `416, bytes */${length}`,
    received: `${status}, ${told ?? 'no Content-Range'}`,
  });
}

function report(
  { session }: PhaseContext,
  exchange: Exchange,
  statement: { message: string; expected: string; received: string },
): void {
  session.report({ check: RANGE_WRONG, pointer: exchange.operation.pointer, ...statement }, exchange);
}
