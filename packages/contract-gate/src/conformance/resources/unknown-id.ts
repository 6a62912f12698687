import type { JsonValue } from '@keyframe/openapi-model';

// A shorter id may be the next of a counter.
const RANDOM_LENGTH = 16;

/**
 * Finds an id that probably no resource has and that the path accepts. One with the format of an existing id shows more:
 * a server may reject another format before it searches for the resource.
 */
export function findUnknownId(
  id: JsonValue,
  isAccepted: (candidate: JsonValue) => boolean,
): JsonValue | undefined {
  if (typeof id === 'number') return [id + 770_000].find(isAccepted);
  const text = String(id);
  const changed = text.replaceAll(/[0-9a-z](?=[0-9a-z]{0,5}$)/gi, (one) => (one === '7' ? '3' : '7'));
  const counted = text.replace(/\d+$/, (digits) => `${digits}770000`);
  const first = text.length < RANDOM_LENGTH ? [counted, changed] : [changed, counted];
  return [...first, `${text}7`].find((candidate) => candidate !== text && isAccepted(candidate));
}
