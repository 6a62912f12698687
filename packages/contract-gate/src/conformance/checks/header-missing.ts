import type { ResponseCheck } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';
import { checkedHeaders } from './header-schema.ts';

export const headerMissing: ResponseCheck = {
  id: 'header-missing',
  title: 'A required response header is missing',
  explanation: 'The document marks the header as required for this status. Send it, or make it optional.',
  basis: 'schema',
  run({ response, documented }) {
    return checkedHeaders(documented)
      .filter(({ name, required }) => required && findHeader(response, name) === undefined)
      .map(({ name, pointer }) => ({
        pointer,
        message: `The ${response.status} response lacks the header ${name}.`,
        expected: `the header ${name}`,
        received: 'no such header',
      }));
  },
};
