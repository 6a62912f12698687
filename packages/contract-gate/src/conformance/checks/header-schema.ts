import type { Header, JsonValue } from '@keyframe/openapi-model';
import { readings } from '../requests/readings.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { headerOf } from '../wire/wire.ts';
import { type Check, type ResponseCheck, shown, type Violation } from './check.ts';

export const HEADER_MISSING: Check = {
  id: 'header-missing',
  title: 'A required response header is missing',
  explanation:
    'The document says that the header is always sent with this status. Send it, or make it optional.',
  severity: 'error',
};

export const HEADER_SCHEMA: Check = {
  id: 'header-schema',
  title: 'A response header that its schema refuses',
  explanation:
    'The header is there, and its value is not what its schema says. Numbers and lists are read from its text.',
  severity: 'error',
};

export const judgeHeaders: ResponseCheck = ({ response, documented, space }) =>
  (documented?.headers ?? []).flatMap((header) => {
    // OpenAPI 3.1, Response Object: a header named Content-Type is ignored.
    if (header.name.toLowerCase() === 'content-type') return [];
    const text = headerOf(response, header.name);
    return judgeHeader(header, text, { status: response.status, space });
  });

function judgeHeader(
  header: Header,
  text: string | undefined,
  { status, space }: { status: number; space: SchemaSpace },
): Violation[] {
  const { name, required, pointer } = header;
  if (text === undefined) {
    const message = `The ${status} response lacks the header ${name}.`;
    return required
      ? [
          {
            check: HEADER_MISSING,
            pointer,
            message,
            expected: `the header ${name}`,
            received: 'no such header',
          },
        ]
      : [];
  }
  const schema = header.schema ?? header.content[0]?.schema;
  if (!schema) return [];
  const values: JsonValue[] = readings(text);
  if (values.some((value) => space.accepts(schema, value))) return [];
  return [
    {
      check: HEADER_SCHEMA,
      pointer: schema.pointer,
      message: `The header ${name} of the ${status} response does not match its schema.`,
      expected: shown(schema.schema),
      received: shown(text),
    },
  ];
}
