/** Changes that users make to their own accounts at the endpoints of better-auth: limited, and recorded in the audit log. */
import type { AuditAction } from '@keyframe/console-contract/hono';
import { APIError, isAPIError } from 'better-auth/api';
import { recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import {
  countPasskeys,
  deleteExcessPasskeys,
  endPasswordLinks,
  MAX_PASSKEYS,
} from '../people/users.queries.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';

/** Action in the audit log, by endpoint. */
const ACCOUNT_ACTIONS: Readonly<Record<string, AuditAction>> = {
  '/sign-out': 'session.end',
  '/revoke-session': 'session.revoke',
  '/revoke-sessions': 'session.revoke',
  '/change-password': 'password.change',
  '/passkey/verify-registration': 'passkey.create',
  '/passkey/delete-passkey': 'passkey.delete',
};

interface AccountChange {
  readonly path: string;
  readonly headers?: Headers | undefined;
  readonly context: {
    readonly returned?: unknown;
    readonly session: { readonly user: { readonly id: string; readonly email: string } } | null;
  };
}

/** Records a change that succeeded. */
export async function recordAccountChange(
  database: Database,
  { path, headers, context }: AccountChange,
): Promise<void> {
  const action = ACCOUNT_ACTIONS[path];
  if (action === undefined || context.session === null || isAPIError(context.returned)) return;
  const { id, email } = context.session.user;
  const ip = headers?.get(CLIENT_ADDRESS_HEADER) ?? null;
  const userAgent = headers?.get('user-agent') ?? null;
  if (action === 'password.change') await endPasswordLinks(database, id);
  if (action === 'passkey.create') await deleteExcessPasskeys(database, id);
  await recordAudit(database, { kind: 'user', id, email, ip, userAgent }, { action, target: id });
}

export const PASSKEY_REGISTRATION: ReadonlySet<string> = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
]);
const MAX_NAME_LENGTH = 200;

interface PasskeyRequest {
  readonly body?: unknown;
  readonly query?: unknown;
}

/** Rejects a passkey beyond the limit of a user, and a name that is too long. */
export async function limitPasskeys(
  database: Database,
  userId: string,
  { body, query }: PasskeyRequest,
): Promise<void> {
  if ([body, query].some(hasLongName)) {
    const message = `name: must be at most ${MAX_NAME_LENGTH} characters long`;
    throw new APIError('BAD_REQUEST', { message });
  }
  if ((await countPasskeys(database, userId)) < MAX_PASSKEYS) return;
  const message = `A user has at most ${MAX_PASSKEYS} passkeys. Delete one first.`;
  throw new APIError('CONFLICT', { message });
}

function hasLongName(fields: unknown): boolean {
  const name = typeof fields === 'object' && fields !== null && 'name' in fields ? fields.name : undefined;
  return typeof name === 'string' && name.length > MAX_NAME_LENGTH;
}
