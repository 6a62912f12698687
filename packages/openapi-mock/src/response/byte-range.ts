// Parts of responses that requests with `Range` ask for (RFC 9110, section 14).
import type { Operation } from '@keyframe/openapi-model';
import { getHeader, type HeaderTexts, type MockReply } from '../exchange.ts';

const RANGE = /^bytes=(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))$/i;

/** Selects the requested bytes of a response whose operation documents 206; other responses stay whole. */
export function selectRange(
  reply: MockReply,
  { responses }: Pick<Operation, 'responses'>,
  headers: HeaderTexts,
): MockReply {
  const has = (status: string) => responses.some((response) => response.status === status);
  if (reply.status !== 200 || !has('206') || reply.body === undefined) return reply;
  const bytes = typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : reply.body;
  const whole = { ...reply, headers: { ...reply.headers, 'accept-ranges': 'bytes' } };
  const range = RANGE.exec(getHeader(headers, 'range') ?? '')?.groups;
  // A response has no validator that the condition could match.
  if (!range || getHeader(headers, 'if-range') !== undefined) return whole;
  const { first, last, suffix } = range;
  const length = bytes.byteLength;
  const start = first === undefined ? Math.max(length - Number(suffix), 0) : Number(first);
  const end = last ? Math.min(Number(last), length - 1) : length - 1;
  if (last && Number(last) < start) return whole;
  if (start >= length) {
    const unsatisfied = { 'content-range': `bytes */${length}` };
    return { status: 416, headers: unsatisfied };
  }
  const contentRange = { 'content-range': `bytes ${start}-${end}/${length}` };
  return { status: 206, headers: { ...whole.headers, ...contentRange }, body: bytes.slice(start, end + 1) };
}
