// The asymmetric half of Standard Webhooks: a receiver that holds only the public key can check a callback and forge none.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** DER prefix of a 32-byte Ed25519 seed in PKCS #8 (RFC 8410), the only form that Node imports. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function importPrivateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** Derives what a receiver verifies `v1a` with: `whpk_` and the 32 bytes of the public key in base64. */
export function callbackPublicKey(seed: Buffer): string {
  const { x = '' } = createPublicKey(importPrivateKey(seed)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

/** Signs with Ed25519, in base64. */
export function signWithSeed(content: string, seed: Buffer): string {
  return sign(null, Buffer.from(content), importPrivateKey(seed)).toString('base64');
}
