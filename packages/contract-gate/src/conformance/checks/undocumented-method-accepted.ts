import type { Operation } from '@keyframe/openapi-model';
import { formatResponse } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a method that a path does not document. */
export interface UndocumentedMethod {
  operation: Operation;
  method: string;
  response: WireResponse;
  /** The documented methods of the path; a template beside it may have others. */
  documented: ReadonlySet<string>;
}

export const undocumentedMethodAccepted: Check<UndocumentedMethod> = {
  id: 'undocumented-method-accepted',
  title: 'An undocumented method is not rejected with 405',
  explanation:
    'The path exists but does not document the method: return 405 (RFC 9110, section 15.5.6). Other statuses hide a mistake of the client, or carry out an undocumented operation. PUT, PATCH and DELETE of a path without ids could change all data, and are sent only with `--existing-data`.',
  basis: 'promise',
  run({ operation, method, response }) {
    if (response.status === 405 || response.status >= 500) return [];
    return [
      {
        pointer: pathPointer(operation),
        // Whether the server carried something out is certain; the status of a refusal is a convention.
        basis: response.status >= 400 ? 'convention' : undefined,
        message: `${method} returned ${response.status}.`,
        expected: '405 with Allow',
        received: formatResponse(response),
      },
    ];
  },
};

/** The pointer of the path item of an operation. */
export function pathPointer({ pointer }: Operation): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
