import { type Check, type ResponseCheck, shorten } from './check.ts';

export const SERVER_ERROR: Check = {
  id: 'server-error',
  title: 'The server fails',
  explanation:
    'No request may make a server fail, documented or not: a 5xx says that the server met something it did not expect. Find the request in its log, and answer it with a documented 4xx or handle it.',
  severity: 'error',
};

export const judgeServerError: ResponseCheck = ({ operation, response }) =>
  response.status < 500
    ? []
    : [
        {
          check: SERVER_ERROR,
          pointer: operation.pointer,
          message: `The server returned ${response.status}.`,
          expected: 'a status below 500',
          received: `${response.status} ${shorten(response.body.toString())}`,
        },
      ];
