// Credentials that no server accepts, derived from valid ones.

/** Changes a secret: a token, a password, an API key or the value of a cookie. */
export type Alteration = (secret: string) => string;

/**
 * Changes of a secret, by their labels. Each changes the bytes that a tolerant Base64 decoder reads: one that ignores padding,
 * what follows it, incomplete groups, and the unused bits of the last group. A change may return the secret as it is.
 */
export const ALTERATIONS: readonly (readonly [label: string, change: Alteration])[] = [
  ['truncated credentials', (secret) => [...cutPadding(secret)].slice(0, -1).join('')],
  ['credentials with additional characters', (secret) => `${cutPadding(secret)}xxxx`],
  ['credentials with a changed character', changeMiddle],
  ['upper-case credentials', (secret) => (isHexadecimal(secret) ? secret : secret.toUpperCase())],
];

function cutPadding(secret: string): string {
  return secret.replace(/=+$/, '');
}

// In a JSON Web Token, the last part is the signature, which every server checks.
function changeMiddle(secret: string): string {
  const characters = [...secret];
  const start = characters.lastIndexOf('.') + 1;
  const end = [...cutPadding(secret)].length;
  const index = start < end ? Math.floor((start + end - 1) / 2) : 0;
  return characters.length === 0
    ? ''
    : characters.with(index, characters[index] === '0' ? '1' : '0').join('');
}

// A UUID is the same in upper case.
function isHexadecimal(secret: string): boolean {
  return /^[\da-f-]+$/i.test(secret);
}

/** The value of a header in two parts: `Bearer abc`; without a scheme, all is the token. */
export interface SplitCredential {
  scheme: string;
  token: string;
}

/** Splits the value of a header into scheme and token. */
export function splitCredential(value: string): SplitCredential {
  const [, scheme = '', token = value] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(value) ?? [];
  return { scheme, token };
}

/** Changes the secret parts of a header or API key: the token, the password of Basic credentials, or the value of each cookie. */
export function alterCredential([name, value]: readonly [string, string], change: Alteration): string {
  if (name.toLowerCase() === 'cookie') {
    return value.replaceAll(/=([^;]*)/g, (_, cookie: string) => `=${change(cookie)}`);
  }
  const { scheme, token } = splitCredential(value);
  if (scheme === '') return change(value);
  if (!/^basic$/i.test(scheme)) return `${scheme} ${change(token)}`;
  const { user, password = '' } = readBasic(token);
  return `${scheme} ${Buffer.from(`${user}:${change(password)}`).toString('base64')}`;
}

/** Decodes Basic credentials (RFC 7617); `password` is undefined without a colon. */
export function readBasic(token: string): { user: string; password: string | undefined } {
  const text = Buffer.from(token, 'base64').toString();
  const [, user = text, password] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  return { user, password };
}
