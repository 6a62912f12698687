import { shorten } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';

export const bodyUndocumented: ResponseCheck = {
  id: 'body-undocumented',
  title: 'A response has an undocumented body',
  explanation:
    'A response without `content` must not have a body. Document the body or omit it; clients start to depend on undocumented data.',
  basis: 'schema',
  run({ response, documented }) {
    if (!documented || documented.content.length > 0 || response.body.length === 0) return [];
    const message = `The ${response.status} response has an undocumented body.`;
    const received = shorten(response.body.toString());
    return [{ pointer: documented.pointer, message, expected: 'no body', received }];
  },
};
