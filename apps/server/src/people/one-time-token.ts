import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: nothing to guess, so its hash needs neither salt nor effort. */
const TOKEN_BYTES = 32;

/** Draws the token of a link that works once; only its hash is stored. */
export function createOneTimeToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOneTimeToken(token) };
}

export function hashOneTimeToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
