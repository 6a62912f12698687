import { type Check, type ResponseCheck, shorten } from './check.ts';

export const BODY_UNDOCUMENTED: Check = {
  id: 'body-undocumented',
  title: 'A body where none is documented',
  explanation:
    'A response without `content` has no body. Document what is sent, or send nothing: what is there will be used.',
  severity: 'error',
};

export const judgeNoBody: ResponseCheck = ({ response, documented }) => {
  if (!documented || documented.content.length > 0 || response.body.length === 0) return [];
  return [
    {
      check: BODY_UNDOCUMENTED,
      pointer: documented.pointer,
      message: `The ${response.status} response has an undocumented body.`,
      expected: 'no body',
      received: shorten(response.body.toString()),
    },
  ];
};
