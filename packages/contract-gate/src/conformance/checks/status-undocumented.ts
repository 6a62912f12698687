import { formatResponse } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';

export const statusUndocumented: ResponseCheck = {
  id: 'status-undocumented',
  title: 'A response has an undocumented status',
  explanation:
    'Clients handle the statuses that an operation documents. Document the status, or return a documented one.',
  basis: 'schema',
  run({ operation, response, documented }) {
    if (documented || response.status >= 500) return [];
    const statuses = operation.responses.map(({ status }) => status).join(', ');
    return [
      {
        pointer: `${operation.pointer}/responses`,
        message: `Status ${response.status} is not documented.`,
        expected: `one of ${statuses}`,
        received: formatResponse(response),
      },
    ];
  },
};
