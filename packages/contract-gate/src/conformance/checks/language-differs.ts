import { isJsonObject } from '@keyframe/openapi-model';
import { headerOf } from '../wire/wire.ts';
import type { Check, ResponseCheck } from './check.ts';

export const LANGUAGE_DIFFERS: Check = {
  id: 'language-differs',
  title: 'A response is in another language than was asked for',
  explanation:
    'The operation lists the languages that `Accept-Language` may ask for, and `Content-Language` names another one than the request (RFC 9110, section 12.5.4).',
  severity: 'error',
};

export const judgeLanguage: ResponseCheck = ({ operation, request, response, documented }) => {
  const wanted = headerOf(request, 'accept-language');
  const got = headerOf(response, 'content-language');
  const parameter = operation.parameters.find(
    ({ location, name }) => location === 'header' && name.toLowerCase() === 'accept-language',
  );
  const schema = parameter?.schema?.schema;
  const listed = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  if (wanted === undefined || got === undefined || !listed.includes(wanted) || response.status >= 300)
    return [];
  if (got.toLowerCase().split(/[-,;]/)[0] === wanted.toLowerCase().split('-')[0]) return [];
  return [
    {
      check: LANGUAGE_DIFFERS,
      pointer: documented?.pointer ?? operation.pointer,
      message: `A response to Accept-Language ${wanted} is in ${got}.`,
      expected: wanted,
      received: got,
    },
  ];
};
