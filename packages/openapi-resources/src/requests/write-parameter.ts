import { isJsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import { styled } from '@keyframe/openapi-runtime/client';
import { isJson } from '@keyframe/openapi-runtime/media-type';

/** Writes a parameter as generated clients do: in a path or a header its value, in a query or in cookies its pairs. */
export function writeParameter(parameter: Parameter, value: JsonValue): string {
  const { location, name, style, explode, content, allowReserved } = parameter;
  const json = content.some((media) => isJson(media.name));
  const isReserved = location === 'query' && allowReserved;
  const notation = { style, explode, json, allowReserved: isReserved, ambiguous: true };
  const { write } = styled(location, name, notation);
  return String(write(toWellFormed(value)));
}

// A URL has no form for an unpaired surrogate: as in browsers, U+FFFD replaces it (Web IDL, USVString).
function toWellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name.toWellFormed(), toWellFormed(member ?? null)] as const,
  );
  return Object.fromEntries(members);
}
