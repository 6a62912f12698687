// Checks of what requests ask of a representation: its media type, or some of its bytes.
import type { Check } from './check.ts';

export const ACCEPT_IGNORED: Check = {
  id: 'accept-ignored',
  title: 'A response has another media type than was asked for',
  explanation:
    'The document lists several media types for the response. A request whose `Accept` names one of them was answered in another one, or refused; or the document has 406, and a request that accepts none of them was answered as if it did (RFC 9110, section 12.5.1).',
  severity: 'error',
};

export const RANGE_WRONG: Check = {
  id: 'range-wrong',
  title: 'A range request does not return the bytes that it asks for',
  explanation:
    'The document has 206. A request with `Range` was answered with the whole content, with other bytes than those of the range, or with a `Content-Range` that does not describe them; or a range behind the end was not answered by the documented 416 with the length in `Content-Range` (RFC 9110, sections 14.4 and 15.5.17).',
  severity: 'error',
};
