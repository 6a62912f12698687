// The two kinds of keys that a callback can be verified with, as Web Crypto takes them (Standard Webhooks 1.0).
import { CallbackError } from './callback-error.ts';

/** A key and the version of the signatures that it verifies. */
export interface SignatureKey {
  readonly version: 'v1' | 'v1a';
  verify(signature: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

const KINDS = {
  whsec_: { version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk_: { version: 'v1a', algorithm: { name: 'Ed25519' } },
} as const;

/** Decodes base64; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Imports `whsec_…` (shared secret) or `whpk_…` (public key).
 * @throws {CallbackError} for anything else
 */
export async function importSignatureKey(secret: string): Promise<SignatureKey> {
  const prefix = secret.startsWith('whpk_') ? 'whpk_' : 'whsec_';
  const bytes = secret.startsWith(prefix) ? decodeBase64(secret.slice(prefix.length)) : undefined;
  const { version, algorithm } = KINDS[prefix];
  const key = await crypto.subtle
    .importKey('raw', bytes ?? new Uint8Array(), algorithm, false, ['verify'])
    .catch((cause: unknown) => {
      throw new CallbackError('A callback secret is whsec_ or whpk_ and a key in base64.', { cause });
    });
  // Web Crypto compares in constant time.
  return {
    version,
    verify: (signature, content) => crypto.subtle.verify(algorithm.name, key, signature, content),
  };
}
