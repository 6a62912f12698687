// Responses show which members a server sends; the code of a consumer, which of them it reads.
import type { PlaceUse, Usage } from './usage.ts';

/** Uses of consumers, and what recorded responses had besides. */
interface SeparateUsages {
  usages: readonly Usage[];
  presences: readonly Usage[];
}

/**
 * Separates the members of recorded responses from uses, if code says what is read: that of the same consumer, or that of
 * any for traffic without a name. Otherwise they count as read.
 */
export function separatePresences(all: readonly Usage[]): SeparateUsages {
  const readers = new Set(all.filter((usage) => !isRecorded(usage)).map(({ consumer }) => consumer));
  const usages: Usage[] = [];
  const presences: Usage[] = [];
  for (const usage of all) {
    const { consumer } = usage;
    const isCovered = consumer === undefined ? readers.size > 0 : readers.has(consumer);
    if (!isRecorded(usage) || !isCovered) usages.push(usage);
    else {
      presences.push(usage);
      usages.push({ ...usage, places: omitReceived(usage.places) });
    }
  }
  return { usages, presences };
}

function isRecorded({ operations }: Usage): boolean {
  return Object.values(operations).some(({ exchanges }) => exchanges !== undefined);
}

function omitReceived(places: Usage['places']): Usage['places'] {
  const requestPlaces: Record<string, PlaceUse> = {};
  for (const [pointer, { received: _received, ...use }] of Object.entries(places))
    if (use.sent !== undefined) requestPlaces[pointer] = use;
  return requestPlaces;
}
