import type { Kind } from './operation-definition.ts';

// The grammar of a JSON number: "0x10", "" and " 5" stay texts, which the schema then refuses.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const READERS: Readonly<Record<Kind, (text: string) => unknown>> = {
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === 'null' ? null : undefined),
  number: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  string: (text) => text,
};

/** Reads a text as the first kind that it can be read as; one that can't be read stays text. */
export function readText(text: string, kind: Kind | readonly Kind[]): unknown {
  for (const one of [kind].flat()) {
    const value = READERS[one](text);
    if (value !== undefined) return value;
  }
  return text;
}

/** Reads a JSON text; undefined, which no JSON text stands for, when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoded text; what is no valid encoding stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
