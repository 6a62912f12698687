// Bodies that are checked or converted after they were read: whole ones, and the items of streams.
import { getEssence } from '../essence.ts';
import { formatPath, type Handled, type Issue } from '../validation/check.ts';
import type { Answer } from './error-factory.ts';
import { isJsonType } from './read-json.ts';
import type { Reading, ResponseReader, StreamReader } from './reading.ts';

/** One value for each kind of body, by status, range (`4XX`) or `default`, and media type. */
export interface ByResponse<TEntry> {
  readonly [status: string]: Readonly<Record<string, TEntry>> | undefined;
  readonly default?: Readonly<Record<string, TEntry>> | undefined;
}

type Handle<TEntry> = (entry: TEntry, value: unknown) => Handled;

/**
 * Reads responses and handles their bodies.
 * @throws `errors.response` for a body with an issue
 */
export function handleBodies<TEntry>(
  read: ResponseReader,
  entries: ByResponse<TEntry>,
  handle: Handle<TEntry>,
): ResponseReader {
  return async (response, reading) => {
    const answer = await read(response, reading);
    // A reader by class does not know the documented types, so a success may have come as another type of JSON.
    const isByClass = reading.definition.responses === undefined;
    const entry = answer.data === undefined ? undefined : findEntry(entries, answer, isByClass);
    if (entry === undefined) return answer;
    const { value, issue } = handle(entry, answer.data);
    if (issue) throw reject(reading, answer, issue);
    return { ...answer, data: value };
  };
}

/**
 * Reads streams and handles each item when it is requested.
 * @throws `errors.response` for an item with an issue, which ends the stream
 */
export function handleItems<TEntry>(read: StreamReader, entry: TEntry, handle: Handle<TEntry>): StreamReader {
  return async function* readHandled(response, reading) {
    let index = 0;
    for await (const item of read(response, reading)) {
      const { value, issue } = handle(entry, item);
      if (issue) {
        const { ok, status, headers } = response;
        const contentType = headers.get('content-type') ?? undefined;
        const answer = { ok, status, contentType, data: item, response };
        throw reject(reading, answer, { ...issue, path: [index, ...issue.path] });
      }
      yield value;
      index += 1;
    }
  };
}

function reject({ target, errors }: Reading, answer: Answer, { path, message }: Issue): Error {
  const issue = { path, message: `an invalid body: ${formatPath(path)} ${message}` };
  return errors.response({ answer, target, isDocumented: false, issue });
}

function findEntry<TEntry>(
  entries: ByResponse<TEntry>,
  answer: Answer,
  isByClass: boolean,
): TEntry | undefined {
  const { ok, status, contentType, response } = answer;
  // A body by a range of media types has a value only if it is JSON.
  if (contentType?.includes('*') && !isJsonType(response.headers.get('content-type') ?? '')) return undefined;
  const range = `${Math.floor(status / 100)}XX`;
  // A reader by class accepts any status of success.
  const success = ok ? Object.keys(entries).find((key) => key.startsWith('2')) : undefined;
  const types = entries[status] ?? entries[range] ?? entries[success ?? 'default'] ?? {};
  const [first, ...alternatives] = Object.values(types);
  if (contentType === undefined) return first;
  const exact = types[contentType] ?? types[getEssence(contentType)];
  return exact ?? (isByClass && alternatives.length === 0 ? first : undefined);
}
