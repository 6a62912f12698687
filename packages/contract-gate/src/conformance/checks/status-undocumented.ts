import { type Check, type ResponseCheck, shorten } from './check.ts';

export const STATUS_UNDOCUMENTED: Check = {
  id: 'status-undocumented',
  title: 'A status that the document does not name',
  explanation:
    'Clients are written for the statuses that an operation documents. Document the status, or answer with one that is documented.',
  severity: 'error',
};

export const judgeStatus: ResponseCheck = ({ operation, response, documented }) => {
  if (documented || response.status >= 500) return [];
  const statuses = operation.responses.map(({ status }) => status).join(', ');
  return [
    {
      check: STATUS_UNDOCUMENTED,
      pointer: `${operation.pointer}/responses`,
      message: `Status ${response.status} is not documented.`,
      expected: `one of ${statuses}`,
      received: `${response.status} ${shorten(response.body.toString())}`,
    },
  ];
};
