import type { Check } from './check.ts';

export const METHOD_NOT_REFUSED: Check = {
  id: 'method-not-refused',
  title: 'An undocumented method is not refused with 405',
  explanation:
    'The path exists, and the document gives it no such method: the answer is 405 (RFC 9110, section 15.5.6). Anything else hides a mistake of the client, or carries out what nobody documented.',
  severity: 'error',
};

export const ALLOW_WRONG: Check = {
  id: 'allow-wrong',
  title: 'Allow does not list the methods of the path',
  explanation:
    'A 405 must say in `Allow` which methods the path has (RFC 9110, section 15.5.6): all that are documented, and none that is refused.',
  severity: 'error',
};

export const HEAD_DIFFERS: Check = {
  id: 'head-differs',
  title: 'HEAD answers otherwise than GET',
  explanation:
    'A server that answers HEAD sends the status and the headers of GET, and no body (RFC 9110, section 9.3.2); a Content-Length is that of the body that GET would send.',
  severity: 'error',
};
