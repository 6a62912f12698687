import type { JsonValue } from '@keyframe/openapi-model';
import { readBodyItems } from '@keyframe/openapi-runtime/wire';
import { formatValue } from '../format-value.ts';
import { explain } from '../schema/explain.ts';
import {
  describeViolation,
  type ObservedResponse,
  type ResponseCheck,
  type Violation,
} from '../session/check.ts';
import { findMediaType } from '../wire/find-media-type.ts';
import { findHeader } from '../wire/wire.ts';

export const bodyItemSchema: ResponseCheck = {
  id: 'body-item-schema',
  title: 'An item of a stream violates its schema',
  explanation:
    'The items of server-sent events, JSON lines, JSON text sequences and multipart bodies are read and validated by `itemSchema`, the data of events by its `contentSchema`. Correct the items, or relax the schema.',
  basis: 'schema',
  run(observed) {
    const { request, response, documented } = observed;
    const contentType = findHeader(response, 'content-type') ?? '';
    const { name, stream } = findMediaType(documented?.content ?? [], response) ?? {};
    if (!stream || request.method === 'HEAD') return [];
    let index = 0;
    try {
      for (const item of readBodyItems(response.body, contentType, stream)) {
        const found = findViolation(observed, { schema: stream.item, item: item as JsonValue, index });
        if (found) return [found];
        index += 1;
      }
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [
        {
          pointer: stream.item.pointer,
          message: `Item ${index} of the ${response.status} response cannot be read: ${reason}`,
          expected: `an item of ${name}`,
          received: formatValue(response.body.toString('utf8')),
        },
      ];
    }
  },
};

interface ReadItem {
  schema: NonNullable<ObservedResponse['documented']>['content'][number]['schema'];
  item: JsonValue;
  index: number;
}

function findViolation(
  { response, space }: ObservedResponse,
  { schema, item, index }: ReadItem,
): Violation | undefined {
  if (!schema || space.accepts(schema, item)) return undefined;
  const explanation = explain(space, schema, item);
  return {
    pointer: space.getOrigin(explanation.pointer),
    message: `In item ${index} of the ${response.status} response, ${describeViolation(explanation, 'the item')}.`,
    expected: explanation.expected,
    received: formatValue(explanation.found),
  };
}
