import type { JsonValue } from '@keyframe/openapi-model';
import { matchMediaType } from '@keyframe/openapi-runtime/http';
import { explain } from '../schema/explain.ts';
import { headerOf } from '../wire/wire.ts';
import { type Check, type ResponseCheck, shown, violationText } from './check.ts';

export const BODY_SCHEMA: Check = {
  id: 'body-schema',
  title: 'A response body that its schema refuses',
  explanation:
    'The body is held to its schema by the whole of JSON Schema 2020-12, formats included; what is `writeOnly` must not be in it, what is `readOnly` and required must. Correct the response, or the schema where it says too much.',
  severity: 'error',
};

export const judgeBody: ResponseCheck = ({ response, documented, body, space }) => {
  const sent = headerOf(response, 'content-type');
  if (!documented || body.kind !== 'json' || sent === undefined) return [];
  const name = matchMediaType(
    sent,
    documented.content.map((one) => one.name),
  );
  const schema = documented.content.find((one) => one.name === name)?.schema;
  const value = body.value as JsonValue;
  if (!schema || space.accepts(schema, value)) return [];
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
