// Values of an encoded form: its members have no types, and an empty list is missing from it.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { scalarToText } from '../wire/serialize-parameter.ts';
import { parseTextValues } from './parse-text-values.ts';

const MOST = 64;

/** Lists the values that a form body may represent, up to a limit. */
export function parseFormBody(value: JsonValue): JsonObject[] {
  if (!isJsonObject(value)) return [{}];
  let read: JsonObject[] = [{}];
  for (const [name, member] of Object.entries(value)) {
    const texts = [member ?? null].flat().map((item) => scalarToText(item));
    const [only] = texts;
    if (only === undefined) continue;
    const items = texts.map((text) => parseTextValues(text)[1] ?? text);
    const choices: JsonValue[] =
      texts.length === 1 ? [...parseTextValues(only), [only], items] : [texts, items];
    read = read.flatMap((one) => choices.map((choice) => ({ ...one, [name]: choice }))).slice(0, MOST);
  }
  return read;
}
