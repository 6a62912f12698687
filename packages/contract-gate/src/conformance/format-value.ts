const LONGEST = 160;

/** Shortens a text to one line of at most 160 characters. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Formats a JSON value on one line. */
export function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(JSON.stringify(value));
}

/** Formats a response for the `received` line of a finding: `404 {"error":…}`. */
export function formatResponse({ status, body }: { status: number; body: Buffer }): string {
  return `${status} ${shorten(body.toString())}`;
}
