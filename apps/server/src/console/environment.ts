/** Services of the console's handlers, and the variables that authentication sets for them. */
import type { KeyObject } from 'node:crypto';
import type { Handlers } from '@keyframe/console-contract/hono';
import type { Turns } from '@keyframe/fairness';
import type { Context } from 'hono';
import type { HttpServices } from '../api/app.ts';
import type { Rates } from '../api/rate-limits.ts';
import type { Actor } from '../audit/audit.queries.ts';
import type { Role } from '../db/console-tables.ts';
import type { TakeRates } from '../limits/rate.queries.ts';
import type { NotificationSettings } from '../notifications/settings.ts';
import type { SendInvitation, SendPasswordLink } from '../notifications/user-mail.ts';
import type { OidcSettings } from './exchange-code.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SignIn } from './sign-in.ts';

/** Services that the console needs. */
export interface ConsoleServices
  extends Pick<
    HttpServices,
    'bodyTurns' | 'database' | 'egress' | 'links' | 'log' | 'priceTable' | 'responseCheck' | 'submitTask'
  > {
  /** Turns of teams, and of operators, at pages. */
  readonly readTurns: Turns;
  /** Bound of the exchange with a receiver. */
  readonly callbackTimeoutMs: number;
  /** How long callbacks can be sent again. */
  readonly retentionMs: number;
  /** The URL at which browsers reach the server; no trailing slash. */
  readonly publicUrl: string;
  /** Hashes API keys. */
  readonly keySecret: KeyObject;
  /** Signs cookies. */
  readonly sessionSecret: KeyObject;
  readonly oidc: OidcSettings | undefined;
  /** Sends invitations by e-mail, if the service can. */
  readonly sendInvitation: SendInvitation;
  /** Sends links for lost passwords; undefined: the service sends no e-mail. */
  readonly sendPasswordLink: SendPasswordLink | undefined;
  /** Header in which a trusted proxy says where a request comes from; undefined: none does. */
  readonly clientIpHeader: string | undefined;
  readonly notifications: NotificationSettings;
  /** Limits of API keys. */
  readonly rates: Rates;
}

/** Services of the operations. */
export interface OperationServices extends ConsoleServices {
  readonly signIn: SignIn;
  readonly takeRates: TakeRates;
  readonly takeAllowances: TakeRates;
  readonly hashing: PasswordHashing;
}

export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly expiresAt: Date;
}

export interface ConsoleEnv {
  Variables: {
    requestId: string;
    clientAddress: string | null;
    /** Set for every operation that needs a session. */
    signedIn: SignedIn;
    /** Set for every operation below `/owners/{ownerId}`. */
    membership: { readonly ownerId: string; readonly role: Role };
  };
}

export type ConsoleHandlers = Handlers<ConsoleEnv>;
export type ConsoleContext = Context<ConsoleEnv>;

/** The header fields of every answer. */
export function answerHeaders(context: ConsoleContext) {
  return { 'X-Request-Id': context.get('requestId') };
}

/** Returns the sender of a request, for the audit log. */
export function createActor(context: ConsoleContext, kind: 'user' | 'operator' = 'user'): Actor {
  const { userId, email } = context.get('signedIn');
  return {
    kind,
    id: userId,
    email,
    ip: context.get('clientAddress'),
    userAgent: context.req.header('user-agent') ?? null,
  };
}
