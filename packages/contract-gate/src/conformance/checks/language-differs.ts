import { describedValues } from '../schema/described-members.ts';
import type { ResponseCheck } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const languageDiffers: ResponseCheck = {
  id: 'language-differs',
  title: 'A response is in another language than requested',
  explanation:
    'The operation lists the languages of `Accept-Language`, but `Content-Language` differs from the language of the request (RFC 9110, section 12.5.4).',
  basis: 'convention',
  run({ operation, request, response, documented, space }) {
    const requested = findHeader(request, 'accept-language');
    const received = findHeader(response, 'content-language');
    const parameter = operation.parameters.find(
      ({ location, name }) => location === 'header' && name.toLowerCase() === 'accept-language',
    );
    const listed = parameter?.schema ? describedValues(space.node(parameter.schema)) : [];
    if (requested === undefined || received === undefined || response.status >= 300) return [];
    if (!listed.includes(requested) || primaryLanguage(received) === primaryLanguage(requested)) return [];
    const pointer = documented?.pointer ?? operation.pointer;
    const message = `A response to Accept-Language ${requested} is in ${received}.`;
    return [{ pointer, message, expected: requested, received }];
  },
};

function primaryLanguage(tag: string): string | undefined {
  return tag.toLowerCase().split(/[-,;]/)[0];
}
