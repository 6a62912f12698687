// Values of a request that refer to something that only the server knows, such as a coupon, or an id without a collection.
import type { JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import { type Draft, sentValue } from '../requests/draft.ts';
import { listScalars } from '../requests/json-paths.ts';
import type { WireResponse } from '../wire/wire.ts';

/** A rejected request, and the valid one that it was derived from, which the server accepted. */
export interface RejectedRequest {
  draft: Draft;
  twin?: Draft | undefined;
  response: Pick<WireResponse, 'body'>;
}

// "No such coupon", but not "unknown property".
const MISSING =
  /\b(?:no such|not found|(?:does|did|do)(?: not|n't) exist|nonexistent|unknown (?!\w* ?(?:argument|attribute|field|format|key|keyword|media|member|parameter|property|type)s?\b))/i;

/** Whether a rejection may be about a reference: its name says so, or the response reports that something is missing. */
export function hasUnknownReference(
  conventions: Conventions,
  { draft, twin, response }: RejectedRequest,
): boolean {
  const accepted = new Map(twin ? listValues(twin) : []);
  const names = [...listValues(draft)]
    .filter(([key, value]) => accepted.get(key) !== value)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key]) => key.split('\n').findLast((token) => !/^\d+$/.test(token)) ?? '');
  if (names.length === 0) return false;
  return names.some((name) => isReferring(conventions, name)) || MISSING.test(response.body.toString());
}

function* listValues(draft: Draft): Generator<[key: string, value: JsonValue]> {
  for (const [key, value] of draft.parameters) {
    const at = key.indexOf(':');
    if (key.slice(0, at) !== 'path') yield [key.slice(at + 1), value];
  }
  for (const { path, value } of listScalars(sentValue(draft))) yield [`body\n${path.join('\n')}`, value];
}

function isReferring(conventions: Conventions, name: string): boolean {
  return (
    conventions.matches('reference', name) ||
    (conventions.matches('id', name) && !conventions.matches('traceId', name))
  );
}
