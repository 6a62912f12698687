import type { JsonValue, Parameter } from '@keyframe/openapi-model';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { acceptsText } from '../requests/parse-text-values.ts';
import { scalarToText } from '../wire/encode-text.ts';

/** Whether a path parameter accepts an id: a property that only looks like one has values that the path does not accept. */
export function acceptsId(
  parameter: Pick<Parameter, 'schema'> | undefined,
  id: JsonValue,
  requests: Pick<SchemaSpace, 'accepts'>,
): boolean {
  return acceptsText(requests, parameter?.schema, scalarToText(id));
}
