import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { formatValue } from '../format-value.ts';
import { explainAll } from '../schema/explain.ts';
import { isSatisfiable } from '../schema/is-satisfiable.ts';
import { describeViolation, type ResponseCheck } from '../session/check.ts';
import { findMediaType } from '../wire/find-media-type.ts';
import { findHeader, type WireResponse } from '../wire/wire.ts';

export const bodySchema: ResponseCheck = {
  id: 'body-schema',
  title: 'A response body violates its schema',
  explanation:
    'The body is validated with JSON Schema 2020-12 including formats; `writeOnly` properties must be absent and required `readOnly` properties present. Correct the response, or relax the schema. It is a note if no value was found that the schema accepts.',
  basis: 'schema',
  run({ request, response, documented, body, space }) {
    const contentType = findHeader(response, 'content-type');
    if (!documented || contentType === undefined || request.method === 'HEAD') return [];
    const schema = findMediaType(documented.content, response)?.schema;
    if (!schema) return [];
    const value =
      body.kind === 'json'
        ? (body.value as JsonValue)
        : isTextSchema(space, schema)
          ? decodeText(response, contentType)
          : undefined;
    if (value === undefined || space.accepts(schema, value)) return [];
    return explainAll(space, schema, value).map((explanation) => {
      const { pointer, expected, found } = explanation;
      return {
        basis: isSatisfiable(space, schema, explanation.path) ? undefined : 'contradiction',
        pointer: space.getOrigin(pointer),
        message: `In the ${response.status} response, ${describeViolation(explanation, 'the body')}.`,
        expected,
        received: formatValue(found),
      };
    });
  },
};

// The body of a text response is the value itself. Other encodings than UTF-8 are not checked.
function decodeText({ body, status }: WireResponse, contentType: string): string | undefined {
  if (!/^text\/(?!html\b|event-stream\b)/i.test(contentType) || status === 304) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

// A schema of rows or events describes parsed values, not their serialization.
function isTextSchema(space: SchemaSpace, located: LocatedSchema): boolean {
  const { keywords } = space.node(located);
  const type = (keywords.reference?.keywords ?? keywords).type;
  return type?.length === 1 && type[0] === 'string';
}
