/** Removes credentials from what an agent sees: a service may repeat what it receives, in any spelling. */
export interface Redactor {
  /** Returns a text without credentials. */
  text: (text: string) => string;
  /** Returns a value of JSON without credentials, in names of members as well. */
  value: <TValue>(value: TValue) => TValue;
}

const SHORTEST = 4;
const REDACTED = '[redacted]';

/** Creates the redactor of credentials. */
export function createRedactor(credentials: readonly (string | undefined)[]): Redactor {
  const secrets = [...new Set(credentials.flatMap(listForms))]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((left, right) => right.length - left.length);
  if (secrets.length === 0) return { text: (text) => text, value: (value) => value };
  const pattern = new RegExp(secrets.map(writePattern).join('|'), 'gi');
  const redactText = (text: string) => text.replaceAll(pattern, REDACTED);
  const redactMember = (_name: string, value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value);
    // A credential of digits may be repeated as a number.
    if (typeof value === 'number') return redactText(String(value)) === String(value) ? value : REDACTED;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [redactText(name), member]));
  };
  return {
    text: redactText,
    value(value) {
      const text = JSON.stringify(value);
      // Without a match, as for most results, the members need no look.
      return text.search(pattern) === -1 ? value : JSON.parse(text, redactMember);
    },
  };
}

/** Lists the texts that contain a credential: itself, its password, and both forms that `Authorization: Basic` sends. */
function listForms(credential: string | undefined): string[] {
  if (credential === undefined) return [];
  const [, ...password] = credential.split(':');
  const basic = [credential, `${credential}:`].map((text) => Buffer.from(text).toString('base64'));
  return [
    credential,
    ...(password.length > 0 ? [password.join(':')] : []),
    ...basic.map((text) => text.replace(/=+$/, '')),
  ];
}

/** Writes the pattern of a secret in plain text, URLs, HTML and JSON, also in JSON that is a text of JSON. */
function writePattern(secret: string): string {
  // A run of backslashes is one piece, so that no text has many ways to match.
  return (secret.match(/\\+|[^\\]/gsu) ?? []).map(writePiece).join('');
}

function writePiece(piece: string): string {
  const spelled = Array.from(piece, writeEncoded).join('');
  if (piece.startsWith('\\')) return `(?:${String.raw`\\`}{${piece.length},${piece.length * 16}}|${spelled})`;
  const escapes = /["/]/.test(piece) ? String.raw`\\{0,15}` : '';
  return `(?:${escapes}${piece.replace(/[$()*+.?[\]^{|}]/, String.raw`\$&`)}|${spelled})`;
}

function writeEncoded(character: string): string {
  const percent = Array.from(Buffer.from(character), (byte) => `%(?:25)*${toHex(byte, 2)}`).join('');
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const json = units.map((unit) => String.raw`\\{1,15}u${toHex(unit, 4)}`).join('');
  const code = character.codePointAt(0) ?? 0;
  const html = [`&#0*${code};`, `&#x0*${code.toString(16)};`, ...(NAMES[character] ?? [])].join('|');
  const others = SPELLINGS[character];
  return `(?:${[percent, json, html, ...(others === undefined ? [] : [others])].join('|')})`;
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  '"': ['&quot;'],
  "'": ['&apos;'],
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
};
/** A space in a form, the digits of base64url, and short escapes of JSON. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ' ': String.raw`\+`,
  '+': '-',
  '/': '_',
  '\b': String.raw`\\{1,15}b`,
  '\f': String.raw`\\{1,15}f`,
  '\n': String.raw`\\{1,15}n`,
  '\r': String.raw`\\{1,15}r`,
  '\t': String.raw`\\{1,15}t`,
};

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
