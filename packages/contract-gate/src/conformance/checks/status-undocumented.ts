import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { ResponseCheck } from '../session/check.ts';

export const statusUndocumented: ResponseCheck = {
  id: 'status-undocumented',
  title: 'A response has an undocumented status',
  explanation:
    'Clients handle the statuses that an operation documents. Document the status, or return a documented one. It is a warning if the operation documents no status for the purpose, such as a success, or the rejection of an invalid request: then no response could conform.',
  basis: 'schema',
  run({ operation, response, documented }) {
    if (documented || response.status >= 500) return [];
    const statuses = operation.responses.map(({ status }) => status);
    return [
      {
        basis: hasAlternative(operation, response.status) ? undefined : 'incomplete',
        pointer: `${operation.pointer}/responses`,
        cause: `${operation.pointer}/responses/${response.status}`,
        message: `Status ${response.status} is not documented.`,
        expected: `one of ${statuses.join(', ')}`,
        received: formatResponse(response),
      },
    ];
  },
};

const CREDENTIALS = /^40[13]$/;
const INVALID = /^4(?:0[056]|22)$/;
/** Statuses of one purpose: success, invalid request, size and media type, credentials, unknown resource, conflict. */
const PURPOSES = [/^[23]/, INVALID, /^4(?:1[345]|31)$/, CREDENTIALS, /^4(?:04|10)$/, /^4(?:09|12|28)$/];

// Whether a documented status has the purpose of another one. That of an invalid request fits every reason.
function hasAlternative({ responses, security }: Operation, status: number): boolean {
  const purpose = PURPOSES.find((one) => one.test(String(status)));
  if (!purpose || (purpose === CREDENTIALS && security.length === 0)) return true;
  const isRefinement = [413, 414, 415, 431].includes(status);
  return responses.some((one) => purpose.test(one.status) || (isRefinement && INVALID.test(one.status)));
}
