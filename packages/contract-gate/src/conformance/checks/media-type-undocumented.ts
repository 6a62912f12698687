import type { ResponseCheck } from '../session/check.ts';
import { findMediaType } from '../wire/find-media-type.ts';
import { findHeader } from '../wire/wire.ts';

export const mediaTypeUndocumented: ResponseCheck = {
  id: 'media-type-undocumented',
  title: 'A response has an undocumented media type',
  explanation:
    'Clients select a parser by the Content-Type. Send one of the documented media types, and always send a Content-Type.',
  basis: 'schema',
  run({ request, response, documented }) {
    // HTTP allows no content in these responses (RFC 9110, section 6.4.1).
    const isEmpty = request.method === 'HEAD' || [204, 205, 304].includes(response.status);
    if (!documented || documented.content.length === 0 || isEmpty) return [];
    if (findMediaType(documented.content, response)) return [];
    const sent = findHeader(response, 'content-type');
    if (response.body.length === 0 && documented.status === 'default') return [];
    return [
      {
        pointer: `${documented.pointer}/content`,
        message: `The ${response.status} response has ${sent === undefined ? 'no Content-Type' : `the media type ${sent}`}.`,
        expected: documented.content.map(({ name }) => name).join(' or '),
        received: sent ?? 'no Content-Type',
      },
    ];
  },
};
