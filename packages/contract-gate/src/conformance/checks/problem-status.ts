import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { ResponseCheck } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const problemStatus: ResponseCheck = {
  id: 'problem-status',
  title: 'The status of a problem differs from the status of its response',
  explanation:
    'The property `status` of `application/problem+json` must equal the status of the response (RFC 9457, section 3.1.2). Clients that only receive the body rely on it.',
  basis: 'promise',
  run({ response, documented, operation, body }) {
    const type = findHeader(response, 'content-type') ?? '';
    const value = body.kind === 'json' ? (body.value as JsonValue) : undefined;
    if (!/^application\/problem\+json\b/i.test(type) || !isJsonObject(value)) return [];
    const { status } = value;
    if (typeof status !== 'number' || status === response.status) return [];
    return [
      {
        pointer: documented?.pointer ?? operation.pointer,
        message: `The problem of a ${response.status} response has the status ${status}.`,
        expected: String(response.status),
        received: String(status),
      },
    ];
  },
};
