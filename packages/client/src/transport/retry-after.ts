/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3); undefined when it is absent or neither. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // The date is by the clock of the service, as is `Date`: so the wall clock of this machine may be wrong.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(Math.ceil(seconds), 0);
}
