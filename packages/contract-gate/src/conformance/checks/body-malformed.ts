import { type Check, type ResponseCheck, shorten } from './check.ts';

export const BODY_MALFORMED: Check = {
  id: 'body-malformed',
  title: 'A body that is not what its media type says',
  explanation:
    'The Content-Type says JSON, and the bytes are not JSON in UTF-8 (RFC 8259). Clients fail to parse it.',
  severity: 'error',
};

export const judgeMalformed: ResponseCheck = ({ request, response, documented, operation, body }) => {
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
