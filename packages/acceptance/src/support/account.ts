import type { Mode, Operator } from './operator.ts';

/** An owner with one key that holds every scope, and what its callbacks are signed with. */
export interface Account {
  readonly ownerId: string;
  readonly key: string;
  readonly keyId: string;
  readonly callbackSecret: string;
  /** `whpk_` and the Ed25519 key in base64. */
  readonly callbackPublicKey: string;
}

/** Creates an owner with credits and a key of one mode. */
export async function createAccount(
  operator: Operator,
  { mode = 'test', credits = 1000 }: { mode?: Mode; credits?: number } = {},
): Promise<Account> {
  const owner = await operator.createOwner('acceptance');
  const [key] = await Promise.all([
    operator.createKey(owner.id, mode),
    credits === 0 ? undefined : operator.grant(owner.id, mode, credits),
  ]);
  return {
    ownerId: owner.id,
    key: key.key,
    keyId: key.id,
    callbackSecret: owner.callback_secret,
    callbackPublicKey: owner.callback_public_key,
  };
}
