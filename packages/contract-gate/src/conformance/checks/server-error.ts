import { formatResponse } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';

export const serverError: ResponseCheck = {
  id: 'server-error',
  title: 'The server fails with a 5xx status',
  explanation:
    'No request, valid or invalid, may cause a 5xx, except one above 500 that the operation documents. Find the request in the log of the server; handle it, or reject it with a documented 4xx.',
  basis: 'failure',
  run({ operation, response, documented }) {
    if (response.status < 500) return [];
    // A documented 503 during a maintenance, or a 507 of a full disk, is part of the contract; a 500 is always a fault.
    if (response.status > 500 && documented?.status === String(response.status)) return [];
    return [
      {
        pointer: operation.pointer,
        message: `The server returned ${response.status}.`,
        expected: 'a status below 500',
        received: formatResponse(response),
      },
    ];
  },
};
