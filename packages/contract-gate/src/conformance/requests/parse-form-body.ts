// Values of an encoded form: its members have no types, and an empty list is missing from it.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { scalarToText } from '../wire/encode-text.ts';
import { parseTextValues } from './parse-text-values.ts';

const MOST = 64;

/** Lists the values that a form body may represent, up to a limit; those that differ in one member first. */
export function parseFormBody(value: JsonValue): JsonObject[] {
  if (!isJsonObject(value)) return [{}];
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue[]][] => {
    const choices = listChoices(member ?? null);
    return choices.length === 0 ? [] : [[name, choices]];
  });
  const own: JsonObject = Object.fromEntries(members.map(([name]) => [name, value[name] ?? null]));
  const alike = members.flatMap(([name, choices]) => choices.map((choice) => ({ ...own, [name]: choice })));
  let read: JsonObject[] = [{}];
  for (const [name, choices] of members) {
    read = read.flatMap((one) => choices.map((choice) => ({ ...one, [name]: choice }))).slice(0, MOST);
  }
  return [own, ...alike, ...read];
}

function listChoices(member: JsonValue): JsonValue[] {
  const texts = [member].flat().map((item) => scalarToText(item));
  const [only] = texts;
  if (only === undefined) return [];
  const items = texts.map((text) => parseTextValues(text)[1] ?? text);
  return texts.length === 1 ? [...parseTextValues(only), [only], items] : [texts, items];
}
