import { matchMediaType } from '@keyframe/openapi-runtime/http';
import { headerOf } from '../wire/wire.ts';
import type { Check, ResponseCheck } from './check.ts';

export const MEDIA_TYPE_UNDOCUMENTED: Check = {
  id: 'media-type-undocumented',
  title: 'A media type that the document does not name',
  explanation:
    'A client chooses how to read a body by its Content-Type. Send one of the documented media types, and always say which.',
  severity: 'error',
};

export const judgeMediaType: ResponseCheck = ({ request, response, documented }) => {
  const names = documented?.content.map(({ name }) => name) ?? [];
  if (!documented || names.length === 0 || request.method === 'HEAD') return [];
  const sent = headerOf(response, 'content-type');
  if (sent !== undefined && matchMediaType(sent, names) !== undefined) return [];
  if (response.body.length === 0 && documented.status === 'default') return [];
  return [
    {
      check: MEDIA_TYPE_UNDOCUMENTED,
      pointer: `${documented.pointer}/content`,
      message: `The ${response.status} response was sent with ${sent ?? 'no media type'}.`,
      expected: names.join(' or '),
      received: sent ?? 'no Content-Type',
    },
  ];
};
