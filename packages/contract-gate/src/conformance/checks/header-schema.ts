import { findValueSchema, type Header, type Response } from '@keyframe/openapi-model';
import { formatValue } from '../format-value.ts';
import { acceptsText } from '../requests/parse-text-values.ts';
import type { ResponseCheck } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const headerSchema: ResponseCheck = {
  id: 'header-schema',
  title: 'A response header violates its schema',
  explanation:
    'The value of the header does not match its schema. Numbers and lists are parsed from the text.',
  basis: 'schema',
  run({ response, documented, space }) {
    return checkedHeaders(documented).flatMap((header) => {
      const { name } = header;
      const text = findHeader(response, name);
      const schema = findValueSchema(header);
      if (text === undefined || !schema || acceptsText(space, schema, text)) return [];
      return [
        {
          pointer: schema.pointer,
          message: `The header ${name} of the ${response.status} response does not match its schema.`,
          expected: formatValue(schema.schema),
          received: formatValue(text),
        },
      ];
    });
  },
};

/** Lists the documented headers without Content-Type, which OpenAPI 3.1 (Response Object) ignores. */
export function checkedHeaders(documented: Response | undefined): Header[] {
  return (documented?.headers ?? []).filter(({ name }) => name.toLowerCase() !== 'content-type');
}
