/**
 * Access to the operations, decided in one module by the `security` of the document: its roles are those of a member below
 * `/owners/{ownerId}`, and `operator` below `/operator`.
 */
import type { RegisterOptions } from '@keyframe/console-contract/hono';
import { ROLES } from '../db/console-tables.ts';
import type { RateBucket, TakeRates } from '../limits/rate.queries.ts';
import { type Access, includesRole, readAccess } from '../people/members.queries.ts';
import type { ConsoleContext, ConsoleEnv, OperationServices } from './environment.ts';
import { forbidden, notFound, rateLimited, unauthenticated } from './errors.ts';

type Security = Exclude<RegisterOptions<ConsoleEnv>['security'], false>;

/** Requests a minute of one user, which a person at a page does not reach; of them such as leave rows for ever. */
const USER_QUOTA = 600;
const CHANGES_QUOTA = 120;
/** Users whose whole limit that of their team allows; a team can have hundreds of them. */
const USERS_PER_OWNER = 5;

const OWNER_ID = /^own_[0-9a-z]{1,40}$/;

/** Creates the handler of the session that the document asks for. */
export function createAccess({ database, signIn, takeRates, takeAllowances }: OperationServices): Security {
  return {
    session: async (context, roles) => {
      const session = await readSession(context, signIn);
      const ownerId = requireOwnerId(context.req.param('ownerId'));
      const [access, refusal] = await Promise.all([
        readAccess(database, session.user.id, ownerId),
        takeRates(listBuckets(context.req.method, session.user.id, 1)),
      ]);
      if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
      const { id: userId, email, name } = session.user;
      const { isOperator } = access;
      context.set('signedIn', { userId, email, name, isOperator, expiresAt: session.session.expiresAt });
      for (const needed of roles) {
        if (needed === 'operator') requireOperator(access);
        else {
          const membership = requireRole(access, needed, ownerId);
          await countForOwner(takeAllowances, context.req.method, membership.ownerId);
          context.set('membership', membership);
        }
      }
      return true;
    },
  };
}

/** Checks the form of an id before the database is queried for it; operations check all other ids by the document's patterns. */
function requireOwnerId(id: string | undefined): string | undefined {
  if (id === undefined || OWNER_ID.test(id)) return id;
  throw notFound('Team');
}

/** Counts a request last, so that neither others nor one member alone can use up the limit of a team. */
async function countForOwner(take: TakeRates, method: string, ownerId: string): Promise<void> {
  const refusal = await take(listBuckets(method, ownerId, USERS_PER_OWNER));
  if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
}

/** Lists the limits of a user, or of an owner. */
function listBuckets(method: string, id: string, users: number): RateBucket[] {
  const all = { bucket: `console:${id}`, quota: users * USER_QUOTA };
  return method === 'GET' ? [all] : [all, { bucket: `console-changes:${id}`, quota: users * CHANGES_QUOTA }];
}

function requireOperator({ isOperator }: Access): void {
  if (!isOperator) throw forbidden('This needs an operator.');
}

function requireRole({ role }: Access, name: string, ownerId: string | undefined) {
  const needed = ROLES.find((known) => known === name);
  if (needed === undefined || ownerId === undefined) throw new TypeError(`Unknown role: ${name}.`);
  if (role === undefined) throw notFound(`Team ${ownerId}`);
  if (!includesRole(role, needed)) throw forbidden(`This needs the role ${needed}; yours is ${role}.`);
  return { ownerId, role };
}

async function readSession(context: ConsoleContext, signIn: OperationServices['signIn']) {
  const { headers, response } = await signIn.api.getSession({
    headers: context.req.raw.headers,
    returnHeaders: true,
  });
  if (response === null) throw unauthenticated();
  // A session that is used lives on: its cookie is set anew once a day.
  for (const cookie of headers.getSetCookie()) context.header('Set-Cookie', cookie, { append: true });
  return response;
}
