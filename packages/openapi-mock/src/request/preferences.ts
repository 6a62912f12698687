// The header `Prefer` (RFC 7240): selects responses, faults and the pace of one request.

/** Paces of time. */
export const PACES = ['real', 'fast', 'manual'] as const;
/** How fast resources pass through their states: as a service would, in milliseconds, or only by `advance`. */
export type Pace = (typeof PACES)[number];

/** Ways in which a callback misbehaves. */
export const CALLBACK_FAULTS = ['late', 'twice', 'never', 'forged'] as const;
/** A way in which a callback misbehaves: it is late, sent twice, not sent, or has a wrong signature. */
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

/** Wishes of a request. */
export interface Preferences {
  /** Responds with this status. */
  code: number | undefined;
  /** Responds with the example of this name. */
  example: string | undefined;
  /** Milliseconds before the response. */
  delay: number | undefined;
  /** Loses the response after its effect. */
  isLost: boolean;
  callback: CallbackFault | undefined;
  /** The state in which the created resource ends. */
  outcome: string | undefined;
  /** Milliseconds that the last state before the final one lasts longer. */
  hold: number | undefined;
  pace: Pace | undefined;
  /** Seconds that the response may wait for the final state of the resource (RFC 7240). */
  wait: number | undefined;
}

/** The names of the preferences that a mock knows. */
export const PREFERENCES = 'code, example, delay, lost, callback, outcome, hold, pace, wait';

const MAX_DELAY_MS = 60_000;
// A day; timers of more than 2^31-1 milliseconds fire at once.
const MAX_HOLD_MS = 86_400_000;
const MAX_WAIT_SECONDS = 60;

// A token or quoted-string of RFC 9110; a comma or semicolon separates preferences only outside of quotes.
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const PIECES = /(?:"(?:\\.|[^"\\])*"?|[^,;])+/g;

const NO_PREFERENCES: Preferences = {
  code: undefined,
  example: undefined,
  delay: undefined,
  isLost: false,
  callback: undefined,
  outcome: undefined,
  hold: undefined,
  pace: undefined,
  wait: undefined,
};

/**
 * Reads wishes: `code=429`, `example=failed`, `delay=500`, `lost`, `callback=twice`, `outcome=failed`, `hold=5000`,
 * `pace=fast`, `wait=5`.
 */
export function parsePreferences(text: string): Preferences {
  if (text === '') return { ...NO_PREFERENCES };
  const wishes = new Map<string, string>();
  for (const [piece] of text.matchAll(PIECES)) {
    const [key = '', ...value] = piece.split('=');
    const name = key.trim().toLowerCase();
    if (name !== '' && !wishes.has(name)) wishes.set(name, readValue(value.join('=').trim()));
  }
  const code = Number(wishes.get('code') ?? wishes.get('status'));
  const delay = Number(wishes.get('delay'));
  const hold = Number(wishes.get('hold'));
  const wait = Number(wishes.get('wait'));
  return {
    code: Number.isInteger(code) && code >= 200 && code <= 599 ? code : undefined,
    example: wishes.get('example'),
    delay: delay > 0 ? Math.min(delay, MAX_DELAY_MS) : undefined,
    isLost: wishes.has('lost'),
    callback: CALLBACK_FAULTS.find((fault) => fault === wishes.get('callback')),
    outcome: wishes.get('outcome'),
    hold: hold > 0 ? Math.min(hold, MAX_HOLD_MS) : undefined,
    pace: PACES.find((pace) => pace === wishes.get('pace')),
    wait: Number.isInteger(wait) && wait > 0 ? Math.min(wait, MAX_WAIT_SECONDS) : undefined,
  };
}

/** Finds the first piece of a text that has no effect, such as one with a misspelled name or value. */
export function findUnknownPreference(text: string): string | undefined {
  const unchanged = JSON.stringify(Object.values(NO_PREFERENCES));
  return text
    .match(PIECES)
    ?.map((piece) => piece.trim())
    .find((piece) => JSON.stringify(Object.values(parsePreferences(piece))) === unchanged);
}

function readValue(text: string): string {
  const [, quoted] = /^"(.*)"$/.exec(text) ?? [];
  return quoted === undefined ? text : quoted.replaceAll(/\\(.)/g, '$1');
}

/** Writes the value of a preference, in quotes if it needs them. */
export function writeValue(text: string): string {
  return TOKEN.test(text) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
