import type { Check } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';
import { pathPointer, type UndocumentedMethod } from './undocumented-method-accepted.ts';

export const allowWrong: Check<UndocumentedMethod> = {
  id: 'allow-wrong',
  title: 'Allow does not list the methods of the path',
  explanation:
    'A 405 response must list the methods of the path in `Allow` (RFC 9110, section 15.5.6): all documented methods and no rejected one.',
  basis: 'convention',
  run({ operation, method, response, documented }) {
    if (response.status !== 405) return [];
    const allow = findHeader(response, 'allow');
    const allowed = new Set((allow ?? '').split(',').map((name) => name.trim().toUpperCase()));
    const missing = [...documented].filter((name) => !allowed.has(name));
    if (allow !== undefined && missing.length === 0 && !allowed.has(method)) return [];
    const reason =
      missing.length > 0 ? `lacks ${missing.join(', ')}` : `contains ${method}, which was rejected`;
    return [
      {
        pointer: pathPointer(operation),
        // The RFC requires the header; which methods belong in it is less certain.
        basis: allow === undefined ? 'promise' : undefined,
        message: allow === undefined ? 'A 405 response lacks Allow.' : `Allow ${reason}.`,
        expected: [...documented].join(', '),
        received: allow ?? 'no Allow',
      },
    ];
  },
};
