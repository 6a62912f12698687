import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { isRejection } from '../session/observed-case.ts';
import type { ObservedBody } from './malformed-body-accepted.ts';

export const mediaTypeRejected: Check<ObservedBody> = {
  id: 'media-type-rejected',
  title: 'A documented media type is rejected',
  explanation:
    'Media types are case-insensitive, and `charset=utf-8` does not change the meaning of JSON (RFC 9110, section 8.3.1). Many clients send it.',
  basis: 'promise',
  run({ expectation, label, pointer, response }) {
    if (expectation !== 'valid' || !isRejection(response.status)) return [];
    return [
      {
        pointer: `${pointer}/content`,
        message: `A valid body with ${label} was rejected.`,
        expected: 'a successful response',
        received: formatResponse(response),
      },
    ];
  },
};
