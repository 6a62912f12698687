// Reads a response as the document describes it: JSON as its value, text as text, all else as a stream.
import { getEssence } from '../essence.ts';
import type { Answer } from './error-factory.ts';
import { describeUndocumented, isJsonType, listMediaTypes } from './read-json.ts';
import { interrupted, type Reading, type ResponseReader } from './reading.ts';

/** Reads the responses of an operation of which some are no JSON. */
export const readAny: ResponseReader = async (response, reading) => {
  const { status, headers, ok } = response;
  const documented = listMediaTypes(response, reading.definition);
  const types = documented.filter((type) => type !== '');
  const actual = headers.get('content-type') ?? '';
  const matched = matchType(actual, types);
  if (matched !== undefined && isStream(matched, actual)) {
    // The caller reads on, and only its signal ends that.
    reading.deadline.stopTimer();
    const read = reading.definition.streams?.[matched];
    const data = read ? read(response, reading) : guardStream(response.body, reading);
    return { ok, status, contentType: matched, data, response };
  }
  const text = await response.text();
  reading.deadline.end();
  const isJson = isJsonType(actual || matched);
  const data = text !== '' && isJson ? JSON.parse(text) : text;
  const answer: Answer = { ok, status, contentType: matched, data, response };
  if (documented.length > types.length && (text === '' || isJson || !ok)) {
    return { ...answer, data: describeUndocumented(ok, data) };
  }
  if (text !== '' && matched !== undefined) return answer;
  throw reading.errors.response({
    answer: { ...answer, contentType: actual || undefined },
    target: reading.target,
    isDocumented: false,
  });
};

function matchType(actual: string, types: readonly string[]): string | undefined {
  const [only] = types;
  if (actual === '') return types.length === 1 ? only : undefined;
  const essence = getEssence(actual);
  const exact = types.find((type) => normalizeType(type) === normalizeType(actual));
  if (exact !== undefined) return exact;
  const range = `${essence.split('/')[0]}/*`;
  const isSame = (wanted: string) => types.find((type) => getEssence(type) === wanted);
  const close = isJsonType(actual) ? types.find(isJsonType) : undefined;
  return isSame(essence) ?? close ?? isSame(range) ?? isSame('*/*');
}

// A range says nothing about how a body is read, so the type that came does.
function isStream(documented: string, actual: string): boolean {
  // Kubernetes has this parameter: a sequence of JSON texts without end.
  if (/;\s*stream=/i.test(documented)) return true;
  const type = getEssence(documented.includes('*') ? actual : documented);
  return !/^text\/(?!event-stream)|[/+](?:json|xml)$|\/x-www-form-urlencoded$/.test(type);
}

/** Passes a stream on; a connection that breaks rejects with the client's own network error. */
function guardStream(body: Response['body'], reading: Reading): Response['body'] {
  if (body === null) return null;
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(interrupted(reading, cause));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function normalizeType(type: string): string {
  return type.replaceAll(/\s+/g, '').toLowerCase();
}
