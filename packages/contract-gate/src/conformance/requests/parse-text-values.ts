import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-schema/values';
import { parseJson } from './parse-json.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Lists the values that a text outside of JSON may represent: the text, its value as JSON, and the items of a list. */
export function parseTextValues(text: string): JsonValue[] {
  const scalars = parseScalarValues(text);
  const items = text === '' ? [] : text.split(',').map((item) => item.trim());
  const lists: JsonValue[][] = [items, items.map((item) => parseScalarValues(item).at(-1) ?? item)];
  const json = /^[{["]/.test(text) ? parseJson(text) : undefined;
  return [...scalars, ...lists, ...(json === undefined ? [] : [json])];
}

/** Whether a schema accepts a value that a text may represent; without a schema, any text is accepted. */
export function acceptsText(
  space: Pick<SchemaSpace, 'accepts'>,
  schema: SchemaRef | undefined,
  text: string,
): boolean {
  return !schema || parseTextValues(text).some((value) => space.accepts(schema, value));
}

/** Lists the values that the text of a scalar may represent, the text itself first. */
export function parseScalarValues(text: string): JsonValue[] {
  if (NUMBER.test(text)) return [text, Number(text)];
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return [text];
}
