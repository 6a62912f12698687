import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import { matchMediaType } from '@keyframe/openapi-runtime/http';
import { explain } from '../schema/explain.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { headerOf, type WireResponse } from '../wire/wire.ts';
import { type Check, type ResponseCheck, shown, violationText } from './check.ts';

export const BODY_SCHEMA: Check = {
  id: 'body-schema',
  title: 'A response body that its schema refuses',
  explanation:
    'The body is held to its schema by the whole of JSON Schema 2020-12, formats included; what is `writeOnly` must not be in it, what is `readOnly` and required must. Correct the response, or the schema where it says too much.',
  severity: 'error',
};

// A text is the whole body; what it is encoded in is known where UTF-8 reads it.
function textIn({ body, status }: WireResponse, contentType: string): string | undefined {
  if (!/^text\/(?!html\b|event-stream\b)/i.test(contentType) || status === 304) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

// Of rows or elements a schema says how they are read, not how they are written.
function isOfTexts(space: SchemaSpace, located: LocatedSchema): boolean {
  const { keywords } = space.node(located);
  const type = (keywords.reference?.keywords ?? keywords).type;
  return type?.length === 1 && type[0] === 'string';
}

export const judgeBody: ResponseCheck = ({ request, response, documented, body, space }) => {
  const sent = headerOf(response, 'content-type');
  if (!documented || sent === undefined || request.method === 'HEAD') return [];
  const name = matchMediaType(
    sent,
    documented.content.map((one) => one.name),
  );
  const schema = documented.content.find((one) => one.name === name)?.schema;
  const value =
    body.kind === 'json'
      ? (body.value as JsonValue)
      : schema && isOfTexts(space, schema)
        ? textIn(response, sent)
        : undefined;
  if (!schema || value === undefined || space.accepts(schema, value)) return [];
  const { pointer, path, keyword, expected, found } = explain(space, schema, value);
  return [
    {
      check: BODY_SCHEMA,
      pointer: space.originOf(pointer),
      message: `In the ${response.status} response, ${violationText(path, keyword, 'the body')}.`,
      expected,
      received: shown(found),
    },
  ];
};
