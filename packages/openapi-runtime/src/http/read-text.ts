import type { Kind } from './operation-definition.ts';

// The grammar of a JSON number: "0x10", "" and " 5" stay texts, which the schema then refuses.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const READERS: Readonly<Record<Exclude<Kind, 'file' | 'json'>, (text: string) => unknown>> = {
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === 'null' ? null : undefined),
  number: (text) => (NUMBER.test(text) ? readNumber(text) : undefined),
  string: (text) => text,
};

/** Limits of int64 and uint64, to which larger and smaller integers are rounded, and the numbers below them. */
const LIMITS: ReadonlyMap<number, number> = new Map([
  [2 ** 63, 2 ** 63 - 2 ** 10],
  [2 ** 64, 2 ** 64 - 2 ** 11],
  [-(2 ** 63), -(2 ** 63) - 2 ** 11],
]);

// Rounds an integer next to a limit down, so that it stays on its side: 9223372036854775807 is an int64.
function readNumber(text: string): number {
  const value = Number(text);
  const below = LIMITS.get(value);
  return below !== undefined && /^-?\d+$/.test(text) && BigInt(text) < BigInt(value) ? below : value;
}

/** Converts a text to a kind; undefined if it does not match the kind. */
export function readText(text: string, kind: Exclude<Kind, 'file' | 'json'>): unknown {
  return READERS[kind](text);
}

/** Parses JSON as texts are read: an integer next to a limit stays on its side of it, where the platform has its digits. */
export function parseJson(text: string): unknown {
  return /\d{19}/.test(text) ? JSON.parse(text, roundNumber) : JSON.parse(text);
}

function roundNumber(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? readNumber(source) : value;
}

/** Parses a JSON text; undefined, which no JSON text represents, if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoded text; what is no valid encoding stays as it is. */
export function decodePercent(text: string): string {
  // Most texts have nothing to decode, which costs less to find out.
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 strictly: a replacement character would silently change what was sent. Undefined if it is invalid. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
