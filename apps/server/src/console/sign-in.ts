/** Sign-in, by better-auth on the service's own tables: passwords, passkeys and, when configured, an identity provider. */
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { passkey } from '@better-auth/passkey';
import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins';
import { recordAudit } from '../audit/audit.queries.ts';
import { passkeys, signInChallenges, userCredentials, userSessions, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';
import type { RateBucket, TakeRates } from '../limits/rate.queries.ts';
import type { SendPasswordLink } from '../notifications/user-mail.ts';
import { consoleOrigin } from '../people/console-links.ts';
import { hashChallenge } from '../people/password-links.queries.ts';
import { endOldestSessions, findUser, giveToProvider } from '../people/users.queries.ts';
import type { Log } from '../telemetry/log.ts';
import { limitPasskeys, PASSKEY_REGISTRATION, recordAccountChange } from './account-changes.ts';
import { CLIENT_ADDRESS_HEADER, clientNetwork } from './client-address.ts';
import { type CodeExchange, exchangeCode, type OidcSettings } from './exchange-code.ts';
import { type PasswordHashing, tooManyAttempts } from './password-hashing.ts';
import { passwordReset } from './password-reset.ts';
import { refuseForeignTargets } from './redirect-targets.ts';

export interface SignInServices {
  readonly database: Database;
  readonly log: Log;
  /** The URL at which browsers reach the server; no trailing slash. */
  readonly publicUrl: string;
  /** Signs cookies. */
  readonly sessionSecret: KeyObject;
  readonly oidc: OidcSettings | undefined;
  readonly hashing: PasswordHashing;
  readonly takeRates: TakeRates;
  readonly sendPasswordLink: SendPasswordLink | undefined;
}

export const AUTH_PATH = '/console/auth';
/** The one identity provider, as its endpoints name it. */
export const OIDC_PROVIDER = 'oidc';

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;
const SESSION_SECONDS = 7 * 86_400;
const SESSION_REFRESH_SECONDS = 86_400;

/**
 * Attempts a minute: of one network at all endpoints, and with passwords of one network, of one network against one user,
 * and against one user. The last is out of reach of one network, which otherwise could lock out any user. A request for a link
 * that another one keeps out is not missed: that one sent a link to the same address.
 */
const QUOTAS = {
  network: 120,
  guessesOfNetwork: 20,
  guessesOfNetworkAtUser: 10,
  guessesAtUser: 100,
  linksToUser: 1,
};

/** Passkeys are bound to a domain name, and browsers offer them to secure contexts only. */
export function hasPasskeys(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(consoleOrigin(publicUrl));
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || hostname === 'localhost');
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(services: SignInServices) {
  const { database, log, publicUrl, sessionSecret, oidc, hashing } = services;
  const origin = consoleOrigin(publicUrl);
  return betterAuth({
    appName: 'Keyframe',
    baseURL: origin,
    basePath: AUTH_PATH,
    secret: sessionSecret.export().toString('base64url'),
    // The address in the bar may be another name of this server; `refuseCrossSite` holds both together.
    trustedOrigins: (request) => [origin, ...ownOrigin(request, origin)],
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'warn']({ part: 'sign-in' }, message),
    },
    // Refusals are answers; what else goes wrong is logged here, and not on the console of the process.
    onAPIError: {
      // The page after a sign-in at the provider that was not started here, or ends too late.
      errorURL: `${origin}/console/sign-in`,
      onError: (error) => {
        if (isAPIError(error)) return;
        log.error({ part: 'sign-in', err: error }, 'a request of sign-in failed');
      },
    },
    database: drizzleAdapter(database, {
      provider: 'pg',
      schema: {
        user: users,
        session: userSessions,
        account: userCredentials,
        verification: signInChallenges,
        passkey: passkeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: hashing,
      ...passwordReset(services),
    },
    verification: { storeIdentifier: { hash: async (identifier) => hashChallenge(identifier) } },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_REFRESH_SECONDS },
    // No provider is trusted beyond its word: an address that it has not verified opens no account. Nobody here has
    // verified the address of a user: `giveToProvider` ends what was set up before.
    account: {
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: false },
    },
    // Its own counts one process at a time and trusts forwarded addresses; `limitSignIn` counts in the database.
    rateLimit: { enabled: false },
    advanced: {
      // Without a word, NODE_ENV=test or a variable TEST lets a sign-in go on at any address.
      disableOriginCheck: false,
      cookiePrefix: 'keyframe',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/console' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: ({ model }) => createId(model === 'user' ? 'usr' : 'rec') },
    },
    plugins: [
      passkey({ rpID: new URL(origin).hostname, rpName: 'Keyframe', origin }),
      ...(oidc === undefined ? [] : [genericOAuth({ config: [oidcConfig(oidc)] })]),
    ],
    hooks: endpointHooks(services),
    databaseHooks: databaseHooks(database),
  });
}

/** Hooks of better-auth's endpoints. */
function endpointHooks({
  database,
  publicUrl,
  takeRates,
}: Pick<SignInServices, 'database' | 'publicUrl' | 'takeRates'>): NonNullable<BetterAuthOptions['hooks']> {
  const origin = consoleOrigin(publicUrl);
  return {
    before: createAuthMiddleware(async (context) => {
      await limitSignIn(takeRates, context);
      refuseForeignTargets(origin, context);
      await beforeEndpoint(database, context);
      if (context.path !== '/change-password') return;
      return { context: { body: { ...context.body, revokeOtherSessions: true } } };
    }),
    after: createAuthMiddleware(async (context) => {
      await recordAccountChange(database, context);
    }),
  };
}

/** Hooks of the rows that better-auth writes. */
function databaseHooks(database: Database): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    account: {
      create: {
        before: withoutTokens,
        after: async ({ providerId, userId }) => {
          if (providerId === OIDC_PROVIDER) await giveToProvider(database, userId);
        },
      },
      update: { before: withoutTokens },
    },
    session: {
      create: {
        before: async (session) => ({
          data: { ...session, userAgent: session.userAgent?.slice(0, MAX_USER_AGENT) },
        }),
        after: async ({ userId, ipAddress, userAgent }) => {
          await endOldestSessions(database, userId);
          await recordSignIn(database, { userId, ip: ipAddress ?? null, userAgent: userAgent ?? null });
        },
      },
    },
  };
}

function oidcConfig(settings: OidcSettings) {
  const { issuer, clientId, clientSecret } = settings;
  return {
    getToken: (exchange: CodeExchange) => exchangeCode(settings, exchange),
    providerId: OIDC_PROVIDER,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // Only invitations create users.
    disableSignUp: true,
  };
}

function ownOrigin(request: Request | undefined, configured: string): string[] {
  const host = request?.headers.get('host');
  return host === null || host === undefined ? [] : [`${new URL(configured).protocol}//${host}`];
}

async function beforeEndpoint(
  database: Database,
  context: Parameters<typeof getSessionFromCtx>[0] & SignInAttempt,
): Promise<void> {
  const isRegistration = PASSKEY_REGISTRATION.has(context.path);
  // Signing out leaves no session for the audit log to read.
  if (!isRegistration && context.path !== '/sign-out') return;
  const session = await getSessionFromCtx(context);
  if (isRegistration && session !== null) await limitPasskeys(database, session.user.id, context);
}

interface SignInAttempt {
  readonly path: string;
  readonly body?: unknown;
  readonly request?: Request | undefined;
}

const PASSWORD_PATHS = new Set([
  '/sign-in/email',
  '/change-password',
  '/verify-password',
  '/request-password-reset',
  '/reset-password',
]);

/** Counts attempts in the database, so that all processes count together. */
async function limitSignIn(take: TakeRates, { path, body, request }: SignInAttempt): Promise<void> {
  // The server's own calls are counted where their requests come in.
  if (request === undefined) return;
  const network = clientNetwork(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '');
  const buckets: RateBucket[] = [{ bucket: `console-sign-in:${network}`, quota: QUOTAS.network }];
  if (PASSWORD_PATHS.has(path)) {
    buckets.push({ bucket: `console-guess:${network}`, quota: QUOTAS.guessesOfNetwork });
  }
  if (path === '/sign-in/email') {
    const email = readEmail(body);
    buckets.push(
      { bucket: `console-guess-at:${email}`, quota: QUOTAS.guessesAtUser },
      { bucket: `console-guess-of:${network}:${email}`, quota: QUOTAS.guessesOfNetworkAtUser },
    );
  }
  if (path === '/request-password-reset') {
    buckets.push({ bucket: `console-link-to:${readEmail(body)}`, quota: QUOTAS.linksToUser });
  }
  const refusal = await take(buckets);
  if (refusal === undefined) return;
  throw tooManyAttempts(refusal.retryAfterSeconds);
}

const MAX_EMAIL_LENGTH = 254;
const MAX_USER_AGENT = 500;

function readEmail(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' ? email.toLowerCase().slice(0, MAX_EMAIL_LENGTH) : '';
}

async function recordSignIn(
  database: Database,
  {
    userId,
    ip,
    userAgent,
  }: { readonly userId: string; readonly ip: string | null; readonly userAgent: string | null },
): Promise<void> {
  const user = await findUser(database, userId);
  const email = user?.email ?? null;
  const actor = { kind: 'user', id: userId, email, ip: ip === '' ? null : ip, userAgent } as const;
  await recordAudit(database, actor, { action: 'session.create', target: userId });
}

/** The service asks the provider for nothing but who signs in; a token that is not kept is not stolen. */
async function withoutTokens<TAccount extends object>(account: TAccount) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
}
