import { headerOf } from '../wire/wire.ts';
import { type Check, type ResponseCheck, shorten } from './check.ts';

export const BODY_MALFORMED: Check = {
  id: 'body-malformed',
  title: 'A body that is not what its media type says',
  explanation:
    'The Content-Type says JSON, and the bytes are not JSON in UTF-8 (RFC 8259), or its charset says another encoding. Clients fail to parse it, or read other texts.',
  severity: 'error',
};

const CHARSET = /;\s*charset="?(?<charset>[^";\s]*)/i;

export const judgeMalformed: ResponseCheck = ({ request, response, documented, operation, body }) => {
  const { charset } = CHARSET.exec(headerOf(response, 'content-type') ?? '')?.groups ?? {};
  if (body.kind === 'json' && charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    return [
      {
        check: BODY_MALFORMED,
        pointer: documented?.pointer ?? operation.pointer,
        message: `The Content-Type of the ${response.status} response names the wrong charset.`,
        expected: 'UTF-8, or no charset',
        received: charset,
      },
    ];
  }
  if (body.kind !== 'malformed' || request.method === 'HEAD') return [];
  return [
    {
      check: BODY_MALFORMED,
      pointer: documented?.pointer ?? operation.pointer,
      message: `The body of the ${response.status} response is not valid JSON.`,
      expected: 'JSON in UTF-8',
      received: shorten(response.body.toString()) || 'an empty body',
    },
  ];
};
