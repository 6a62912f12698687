import type { ListedKey } from './keys.queries.ts';

/** Shows a key as the console and the command line list it. */
export function describeKey({ id, name, mode, scopes, hint, createdBy, ...moments }: ListedKey) {
  const { createdAt, expiresAt, revokedAt, lastUsedAt } = moments;
  return {
    id,
    name,
    mode,
    scopes,
    hint,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    state: classifyKey(revokedAt, expiresAt),
  };
}

function classifyKey(revokedAt: Date | null, expiresAt: Date | null): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
