// The two kinds of keys that a webhook can be verified with, as Web Crypto takes them (Standard Webhooks 1.0).
import { ConfigurationError } from '../client/errors.ts';
import type { Bytes } from '../client/operation-types.ts';

/** A key and the version of the signatures that it verifies. */
export interface SignatureKey {
  readonly version: 'v1' | 'v1a';
  verify(signature: Bytes, content: Bytes): Promise<boolean>;
}

const KINDS = {
  whsec_: { version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk_: { version: 'v1a', algorithm: { name: 'Ed25519' } },
} as const;

/** Decodes base64; undefined for anything else. */
export function decodeBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Imports `whsec_…` (shared secret) or `whpk_…` (public key).
 * @throws {ConfigurationError} for anything else; it names the place, never the secret
 */
export async function importSignatureKey(secret: string, place: string): Promise<SignatureKey> {
  const [, prefix = 'whsec_', encoded = ''] = /^(whsec_|whpk_)(.+)$/.exec(secret) ?? [];
  const { version, algorithm } = KINDS[prefix as keyof typeof KINDS];
  const key = await crypto.subtle
    // Without a byte no key can be imported, so that one error covers all that is no key.
    .importKey('raw', decodeBase64(encoded) ?? new Uint8Array(), algorithm, false, ['verify'])
    .catch((cause: unknown) => {
      throw new ConfigurationError(
        `${place} is malformed: expected whsec_ or whpk_ followed by a key in base64.`,
        { cause },
      );
    });
  // Web Crypto compares in constant time.
  return {
    version,
    verify: (signature, content) => crypto.subtle.verify(algorithm.name, key, signature, content),
  };
}
