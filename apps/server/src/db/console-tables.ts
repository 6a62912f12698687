/** The tables of the console's users; better-auth writes the first five of them. */
import {
  bigint,
  boolean,
  customType,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Roles of members, the most powerful first. */
export const ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const userSessions = pgTable('user_sessions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  token: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const userCredentials = pgTable('user_credentials', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text(),
  password: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const passkeys = pgTable('passkeys', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  name: text(),
  publicKey: text('public_key').notNull(),
  credentialID: text('credential_id').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  deviceType: text('device_type').notNull(),
  backedUp: boolean('backed_up').notNull(),
  transports: text(),
  aaguid: text(),
  createdAt: moment('created_at').defaultNow(),
});

export const signInChallenges = pgTable('sign_in_challenges', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const operators = pgTable('operators', {
  userId: text('user_id').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const operatorLinks = pgTable('operator_links', {
  tokenHash: bytea('token_hash').primaryKey(),
  /** Owner that the operator becomes a member of; null: no owner. */
  ownerId: text('owner_id'),
  /** Operator with whose role the link ends; null: the command line. */
  createdBy: text('created_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

export const members = pgTable(
  'members',
  {
    ownerId: text('owner_id').notNull(),
    userId: text('user_id').notNull(),
    role: text().$type<Role>().notNull(),
    joinedAt: moment('joined_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.userId] })],
);

export const invitations = pgTable('invitations', {
  id: text().primaryKey(),
  ownerId: text('owner_id').notNull(),
  email: text().notNull(),
  role: text().$type<Role>().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  /** E-mail address of the inviter; null: the command line. */
  invitedBy: text('invited_by'),
  /** Id of the inviter, with whose role the invitation ends: as a member of the owner, or as an operator. */
  invitedByMember: text('invited_by_member'),
  invitedByOperator: text('invited_by_operator'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

export const auditEvents = pgTable('audit_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdAt: moment('created_at').notNull().defaultNow(),
  actorKind: text('actor_kind').$type<'user' | 'operator' | 'command-line' | 'system'>().notNull(),
  actorId: text('actor_id'),
  actorEmail: text('actor_email'),
  action: text().notNull(),
  ownerId: text('owner_id'),
  target: text(),
  detail: jsonb()
    .$type<Readonly<Record<string, string | number | boolean | null | string[]>>>()
    .notNull()
    .default({}),
  ip: text(),
  userAgent: text('user_agent'),
});

export type User = typeof users.$inferSelect;
export type Invitation = typeof invitations.$inferSelect;
export type AuditEvent = typeof auditEvents.$inferSelect;
