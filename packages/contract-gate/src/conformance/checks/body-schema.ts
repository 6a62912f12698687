import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { formatValue } from '../format-value.ts';
import { type Explanation, explainAll } from '../schema/explain.ts';
import { isSatisfiable } from '../schema/is-satisfiable.ts';
import { describeViolation, type ResponseCheck, type Violation } from '../session/check.ts';
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
    const violations: Violation[] = [];
    for (const [cause, [explanation, ...others]] of Map.groupBy(
      explainAll(space, schema, value),
      findCause,
    )) {
      if (!explanation) continue;
      const { pointer, expected, found, path } = explanation;
      const names = others.map((one) => `, \`${one.path.join('.')}\` as well`).join('');
      violations.push({
        basis: isSatisfiable(space, schema, path) ? undefined : 'contradiction',
        pointer: space.getOrigin(pointer),
        cause: cause === pointer ? space.getOrigin(pointer) : cause,
        message: `In the ${response.status} response, ${describeViolation(explanation, 'the body')}${names}.`,
        expected,
        received: formatValue(found),
      });
    }
    return violations;
  },
};

// A server that writes null for a member that it lacks does so for all members of an object.
function findCause({ pointer, found, path }: Explanation): string {
  if (found !== null || typeof path.at(-1) !== 'string') return pointer;
  const names = path.slice(0, -1).filter((token) => typeof token === 'string');
  return `null in /${names.join('/')}`;
}

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
