// Reads a response as the document describes it: JSON as its value, text as text, all else as a stream.
import { getEssence } from '../essence.ts';
import type { Answer } from './error-factory.ts';
import { findSameType, isJsonType, listMediaTypes } from './read-json.ts';
import { interrupted, type Reading, type ResponseReader } from './reading.ts';

/** Reads the responses of an operation of which some are no JSON, or a success is documented without content. */
export const readAny: ResponseReader = async (response, reading) => {
  const { status, headers, ok } = response;
  const actual = headers.get('content-type') ?? '';
  const matched = matchType(actual, listMediaTypes(response, reading.definition));
  const contentType = matched || undefined;
  // The body of a success that is documented without content has the type that arrives.
  const type = matched === '' && ok ? actual : contentType;
  if (type && isStream(type, actual)) {
    return { ok, status, contentType, data: readStream(response, reading, type), response };
  }
  const text = await response.text();
  reading.deadline.end();
  const data = text && isJsonType(actual || contentType) ? reading.parse(text) : text || undefined;
  const answer: Answer = { ok, status, contentType, data, response };
  if (matched === '' || (matched && text)) return answer;
  throw reading.errors.response({
    answer: { ...answer, contentType: actual || undefined },
    target: reading.target,
    isDocumented: false,
  });
};

function readStream(response: Response, reading: Reading, type: string): unknown {
  // The caller reads on, and only its signal ends that.
  reading.deadline.stopTimer();
  const read = reading.definition.streams?.[type];
  return read ? read(response, reading) : guardStream(response.body, reading);
}

/** Finds the documented media type of a body; '' for no content. */
function matchType(actual: string, types: readonly string[]): string | undefined {
  const [only] = types;
  if (only === '' || actual === '') return types.length === 1 ? only : undefined;
  const json = isJsonType(actual) ? types.find(isJsonType) : undefined;
  const range = `${getEssence(actual).split('/')[0]}/*`;
  return findSameType(types, actual) ?? json ?? findSameType(types, range) ?? findSameType(types, '*/*');
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
