import type { Check } from './check.ts';

export const MALFORMED_ACCEPTED: Check = {
  id: 'malformed-accepted',
  title: 'A malformed body is accepted',
  explanation:
    'The bytes are not what their Content-Type says, or the Content-Type is none that the operation documents, and the request was carried out. What was understood is anybody’s guess; refuse it with a documented 4xx.',
  severity: 'error',
};

export const MEDIA_TYPE_REFUSED: Check = {
  id: 'media-type-refused',
  title: 'A documented media type is refused',
  explanation:
    'Names of media types are compared without regard to case, and `charset=utf-8` beside JSON changes nothing (RFC 9110, section 8.3.1). Many clients send it.',
  severity: 'error',
};

export const SERVER_HANGS: Check = {
  id: 'server-hangs',
  title: 'The server does not answer, or not any more',
  explanation:
    'After the request nothing came back in time, or the server no longer answers requests that it answered before. One request must never stop the others.',
  severity: 'error',
};
