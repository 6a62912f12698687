import { useSyncExternalStore } from 'react';
import { formatAge, formatInstant } from '../format.ts';
import { subscribeToClock } from './clock.ts';

/** A moment as an age that stays current; the exact time shows on hover. */
export function Time({ at }: { readonly at: string | number | Date }) {
  const date = new Date(at);
  // Renders again only when the text changes.
  const age = useSyncExternalStore(subscribeToClock, () => formatAge(date, new Date()));
  return (
    <time dateTime={date.toISOString()} title={formatInstant(date)} style={{ whiteSpace: 'nowrap' }}>
      {age}
    </time>
  );
}
