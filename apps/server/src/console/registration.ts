/** How a person becomes a user: by a link that someone made, with a password. */
import type { Session } from '@keyframe/console-contract/hono';
import type { Actor } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { listMemberships } from '../people/members.queries.ts';
import { createUser, findUserByEmail } from '../people/users.queries.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import type { ConsoleContext, OperationServices, SignedIn } from './environment.ts';
import { conflict } from './errors.ts';

export interface Newcomer {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Gives a new user their role, in the transaction that creates the user. */
export type Welcome = (
  transaction: Database,
  user: { readonly id: string; readonly email: string },
) => Promise<void>;

/** Creates a user with what makes the user welcome, starts a session and hands its cookie to the browser. */
export async function register(
  { database, hashing, signIn }: OperationServices,
  context: ConsoleContext,
  { newcomer, welcome }: { readonly newcomer: Newcomer; readonly welcome: Welcome },
): Promise<Omit<SignedIn, 'isOperator'>> {
  const { name, password } = newcomer;
  const email = newcomer.email.toLowerCase();
  if ((await findUserByEmail(database, email)) !== undefined) throw taken(email);
  const passwordHash = await hashing.hash(password);
  await database.transaction(async (transaction) => {
    const user = await createUser(transaction, { email, name, passwordHash });
    if (user === undefined) throw taken(email);
    await welcome(transaction, user);
  });
  const { headers, response } = await signIn.api.signInEmail({
    body: { email, password },
    headers: withClientAddress(context),
    returnHeaders: true,
  });
  for (const cookie of headers.getSetCookie()) context.header('Set-Cookie', cookie, { append: true });
  const session = await signIn.$context.then(({ internalAdapter }) =>
    internalAdapter.findSession(response.token),
  );
  if (session === null) throw new Error('The session that was just created is gone.');
  return { userId: response.user.id, email, name, expiresAt: session.session.expiresAt };
}

function taken(email: string) {
  return conflict(`User ${email} exists already. Sign in first.`);
}

/** Describes a person who becomes a user or a member, for the audit log. */
export function describeNewcomer(
  context: ConsoleContext,
  { id, email }: { readonly id: string; readonly email: string },
): Actor {
  const userAgent = context.req.header('user-agent') ?? null;
  return { kind: 'user', id, email, ip: context.get('clientAddress'), userAgent };
}

/** The header fields of a request, with where it comes from in the one that better-auth reads. */
export function withClientAddress(context: ConsoleContext): Headers {
  const headers = new Headers(context.req.raw.headers);
  const address = context.get('clientAddress');
  headers.delete(CLIENT_ADDRESS_HEADER);
  if (address !== null) headers.set(CLIENT_ADDRESS_HEADER, address);
  return headers;
}

export async function describeSession(database: Database, signedIn: SignedIn): Promise<Session> {
  const { userId, email, name, isOperator, expiresAt } = signedIn;
  return {
    user: { id: userId, email, name, is_operator: isOperator },
    owners: await listMemberships(database, userId),
    expires_at: expiresAt.toISOString(),
  };
}
