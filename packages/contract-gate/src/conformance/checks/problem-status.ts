import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { headerOf } from '../wire/wire.ts';
import type { Check, ResponseCheck } from './check.ts';

export const PROBLEM_STATUS: Check = {
  id: 'problem-status',
  title: 'A problem has another status than its response',
  explanation:
    'The member `status` of `application/problem+json` is the status of the response (RFC 9457, section 3.1.2): clients that are handed the body only rely on it.',
  severity: 'error',
};

export const judgeProblem: ResponseCheck = ({ response, documented, operation, body }) => {
  const type = headerOf(response, 'content-type') ?? '';
  const value = body.kind === 'json' ? (body.value as JsonValue) : undefined;
  if (!/^application\/problem\+json\b/i.test(type) || !isJsonObject(value)) return [];
  const { status } = value;
  if (typeof status !== 'number' || status === response.status) return [];
  return [
    {
      check: PROBLEM_STATUS,
      pointer: documented?.pointer ?? operation.pointer,
      message: `The problem of a ${response.status} response has the status ${status}.`,
      expected: String(response.status),
      received: String(status),
    },
  ];
};
