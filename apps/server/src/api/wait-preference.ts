/** The preference `wait` of a request (RFC 7240, section 4.3). */

/** The longest wait: proxies end a request after a minute or more without a response. */
const MAX_WAIT_SECONDS = 60;

/** A preference, whose commas may be quoted. */
const PREFERENCE = /(?:"(?:\\.|[^"\\])*"?|[^,"])+/g;

/** Reads how many seconds the response may be delayed; undefined without a valid preference, as others are ignored. */
export function readWaitPreference(header: string | undefined): number | undefined {
  // The first one applies, and a comma or a semicolon ends it.
  for (const [preference] of (header ?? '').matchAll(PREFERENCE)) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS) || undefined;
  }
  return undefined;
}
