// Reads the responses of operations that answer in JSON alone, as most do.
import { getEssence } from '../essence.ts';
import type { Reading, ResponseReader } from './reading.ts';

/** Reads the responses of an operation whose documented bodies are all JSON. */
export const readJson: ResponseReader = async (response, { definition, parse, target, errors, deadline }) => {
  const { ok, status, headers } = response;
  const text = await response.text();
  deadline.end();
  const actual = headers.get('content-type') ?? '';
  const types = listMediaTypes(response, definition);
  const type = findSameType(types, actual) ?? types[0];
  // A body without a type is what the document says, since that is all that is known of it.
  const isJson = isJsonType(actual || type);
  const data = isJson && text ? parse(text) : text;
  if (type === '')
    return { ok, status, contentType: undefined, data: data === '' ? undefined : data, response };
  if (type && isJson && text) return { ok, status, contentType: type, data, response };
  const answer = { ok, status, contentType: actual || undefined, data, response };
  throw errors.response({ answer, target, isDocumented: false });
};

/**
 * Lists the documented media types of a status; '' for no content, none if the status is not documented. The default
 * describes every status that has no response of its own, a success as well.
 */
export function listMediaTypes(
  { status }: Response,
  { responses = {} }: Pick<Reading['definition'], 'responses'>,
): string[] {
  const documented = [status, `${(status / 100) | 0}XX`, 'default'].map((key) =>
    Object.keys(responses).filter((type) => responses[type]?.includes(key)),
  );
  return documented.find((types) => types.length > 0) ?? [];
}

/** Finds the documented media type that a body has: with its parameters, or else without them. */
export function findSameType(types: readonly string[], actual: string): string | undefined {
  const normalize = (type: string) => type.replaceAll(/\s+/g, '').toLowerCase();
  const essence = getEssence(actual);
  return (
    types.find((type) => normalize(type) === normalize(actual)) ??
    types.find((type) => getEssence(type) === essence)
  );
}

/** Checks whether a media type is JSON, including vendor types. */
export function isJsonType(type = ''): boolean {
  return /[/+]json\s*(?:;|$)/i.test(type);
}
