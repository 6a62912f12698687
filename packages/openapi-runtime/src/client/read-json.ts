// Reads the responses of operations that answer in JSON alone, as most do.
import type { Reading, ResponseReader } from './reading.ts';

const OTHERS = 'default';

/** Reads the responses of an operation whose documented bodies are all JSON. */
export const readJson: ResponseReader = async (response, { definition, target, errors, deadline }) => {
  const { ok, status, headers } = response;
  const text = await response.text();
  deadline.end();
  const actual = headers.get('content-type') ?? '';
  const types = listMediaTypes(response, definition);
  const type = types.find((one) => actual.startsWith(one)) ?? types[0];
  // A body without a type is what the document says, since that is all that is known of it.
  const isJson = isJsonType(actual || type);
  const data = isJson && text ? JSON.parse(text) : text;
  const isExpected = type ? isJson && text !== '' : type === '' && (isJson || !text || !ok);
  if (isExpected)
    return {
      ok,
      status,
      contentType: type || undefined,
      data: type ? data : describeUndocumented(ok, data),
      response,
    };
  const answer = { ok, status, contentType: actual || undefined, data, response };
  throw errors.response({ answer, target, isDocumented: false });
};

/**
 * Returns the data of a response that is documented without content. Services send more than they document: a success
 * such as `{"ok":true}` means nothing, but callers need what a failure says.
 */
export function describeUndocumented(ok: boolean, data: unknown): unknown {
  return ok || data === '' ? undefined : data;
}

/** Gives the documented media types of a status; none where it is not documented. */
export function listMediaTypes(
  { status, ok }: Response,
  { responses = {} }: Reading['definition'],
): string[] {
  // Beside documented successes the default describes failures.
  const keys = [status, `${(status / 100) | 0}XX`, ok || OTHERS];
  const found = keys.map((key) =>
    Object.keys(responses).filter((type) => responses[type]?.includes(key as string)),
  );
  return found.find((types) => types.length > 0) ?? [];
}

/** Checks whether a media type is JSON, including vendor types. */
export function isJsonType(type = ''): boolean {
  return /[/+]json\s*(?:;|$)/i.test(type);
}
