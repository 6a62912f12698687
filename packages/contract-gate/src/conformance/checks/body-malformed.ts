import { shorten } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

const CHARSET = /;\s*charset="?(?<charset>[^";\s]*)/i;

export const bodyMalformed: ResponseCheck = {
  id: 'body-malformed',
  title: 'A JSON response body cannot be parsed',
  explanation:
    'The Content-Type is JSON, but the body is not JSON in UTF-8 (RFC 8259), or the charset names another encoding. Clients fail to parse the body or read wrong texts.',
  basis: 'schema',
  run({ request, response, documented, operation, body }) {
    const pointer = documented?.pointer ?? operation.pointer;
    const { charset } = CHARSET.exec(findHeader(response, 'content-type') ?? '')?.groups ?? {};
    if (body.kind === 'json' && charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
      const message = `The Content-Type of the ${response.status} response has the charset ${charset}.`;
      return [{ pointer, message, expected: 'UTF-8, or no charset', received: charset }];
    }
    if (body.kind !== 'malformed' || request.method === 'HEAD') return [];
    const message = `The body of the ${response.status} response is not valid JSON.`;
    const received = shorten(response.body.toString()) || 'an empty body';
    return [{ pointer, message, expected: 'JSON in UTF-8', received }];
  },
};
