// The two kinds of keys that a webhook can be verified with, as Web Crypto takes them (Standard Webhooks 1.0).
import type { Bytes } from '../client/operation-types.ts';
import type { WebhookErrors } from './webhook-error.ts';

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

/** The inputs of a signature check. */
export interface SignatureCheck {
  /** `whsec_…` (shared secret) or `whpk_…` (public key). */
  secret: string;
  /** The location of the secret, for the error about a malformed one. */
  location: string;
  errors: WebhookErrors;
}

/**
 * Checks whether one of the signatures matches a secret.
 * @throws `errors.Configuration` for a malformed secret; the message contains its location, never the secret
 */
export async function isSigned(
  content: ArrayBuffer,
  signatures: string,
  { secret, location, errors }: SignatureCheck,
): Promise<boolean> {
  const [, prefix = 'whsec_', encoded = ''] = /^(whsec_|whpk_)(.+)$/.exec(secret) ?? [];
  const { version, algorithm } = KINDS[prefix as keyof typeof KINDS];
  const key = await crypto.subtle
    // Without a byte no key can be imported, so that one error covers all that is no key.
    .importKey('raw', decodeBase64(encoded) ?? new Uint8Array(), algorithm, false, ['verify'])
    .catch((cause: unknown) => {
      throw new errors.Configuration(
        `${location} is malformed: expected whsec_ or whpk_ and a key in base64.`,
        {
          cause,
        },
      );
    });
  for (const versioned of signatures.split(' ')) {
    const [name, text = ''] = versioned.split(',');
    const signature = name === version && decodeBase64(text);
    // Web Crypto compares in constant time.
    if (signature && (await crypto.subtle.verify(algorithm.name, key, signature, content))) return true;
  }
  return false;
}
