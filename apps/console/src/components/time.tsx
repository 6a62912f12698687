import { formatAge, formatInstant } from '../format.ts';

/** When something was or will be, as an age; the exact time shows on hover. */
export function Time({ at }: { readonly at: string | number | Date }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={formatInstant(date)} style={{ whiteSpace: 'nowrap' }}>
      {formatAge(date, new Date())}
    </time>
  );
}
