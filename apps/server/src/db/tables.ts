/** The tables as drizzle sees them; `schema/` and `migrations/` define them, and a test compares the two. */

import type { components } from '@keyframe/contract';
import type { GenerationInput } from '@keyframe/generation-provider';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

type Schemas = components['schemas'];

/** Validated input of a task, as it is stored. */
export type TaskInput = GenerationInput;

/** The fields that hold the URLs of references. */
export const REFERENCE_FIELDS = [
  'image_urls',
  'video_urls',
  'audio_urls',
] as const satisfies (keyof TaskInput)[];

/** The balance of an owner that a key spends. */
export type Mode = 'live' | 'test';
export type TaskStatus = Schemas['Task']['status'];
/** Scopes of a key (OPEN-9), one for each operation. The contract's types omit them; a test compares them. */
export const SCOPES = ['videos:create', 'tasks:read'] as const;
export type Scope = (typeof SCOPES)[number];
/** A callback is pending until a 2xx, or until its round of attempts is over. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
export type BillingStatus = Schemas['Task']['billing_status'];

export const secrets = pgTable('secrets', { name: text().primaryKey(), value: bytea().notNull() });

export const owners = pgTable('owners', {
  id: text().primaryKey(),
  name: text().notNull(),
  callbackSecret: text('callback_secret').notNull(),
  callbackKeySeed: bytea('callback_key_seed').notNull().default(sql`DEFAULT`),
  /** Since when an operator has suspended the owner; null if not. */
  suspendedAt: moment('suspended_at'),
  /** When a callback of the sandbox was first fetched; null until then. */
  callbacksFetchedAt: moment('callbacks_fetched_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const retiredCallbackSecrets = pgTable(
  'retired_callback_secrets',
  {
    ownerId: text('owner_id').notNull(),
    secret: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.secret] })],
);

export const apiKeys = pgTable('api_keys', {
  id: text().primaryKey(),
  ownerId: text('owner_id').notNull(),
  mode: text().$type<Mode>().notNull(),
  scopes: text().array().$type<Scope[]>().notNull(),
  hash: bytea().notNull(),
  hint: text().notNull(),
  name: text().notNull().default(''),
  /** E-mail address of who created it; null: the command line. */
  createdBy: text('created_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
  /** Key that a roll created as its replacement. */
  replacedBy: text('replaced_by'),
  /** Behind by minutes; the windows of the key know better while they are there. */
  lastUsedAt: moment('last_used_at'),
});

export const accounts = pgTable(
  'accounts',
  {
    ownerId: text('owner_id').notNull(),
    mode: text().$type<Mode>().notNull(),
    available: bigint({ mode: 'number' }).notNull().default(0),
    reserved: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.mode] })],
);

export const tasks = pgTable('tasks', {
  id: text().primaryKey(),
  ownerId: text('owner_id').notNull(),
  /** Null: submitted at the console. */
  keyId: text('key_id'),
  mode: text().$type<Mode>().notNull(),
  model: text().$type<Schemas['Model']>().notNull(),
  input: jsonb().$type<TaskInput>().notNull(),
  seed: bigint({ mode: 'number' }).notNull(),
  callbackUrl: text('callback_url'),
  credits: integer().notNull(),
  status: text().$type<TaskStatus>().notNull().default('queued'),
  billingStatus: text('billing_status').$type<BillingStatus>().notNull().default('reserved'),
  failedReason: text('failed_reason'),
  hasLastFrame: boolean('has_last_frame').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  deadline: moment('deadline').notNull(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  videoExpiresAt: moment('video_expires_at'),
  filesDeletedAt: moment('files_deleted_at'),
  /** Since when `input` lacks the prompt and the references. */
  inputReducedAt: moment('input_reduced_at'),
});

/** Idempotency keys of grants. */
export const grantKeys = pgTable('grant_keys', {
  ownerId: text('owner_id').notNull(),
  key: text().notNull(),
  mode: text().$type<Mode>().notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ownerId: text('owner_id').notNull(),
  mode: text().$type<Mode>().notNull(),
  taskId: text('task_id'),
  kind: text().$type<'grant' | 'reserve' | 'charge' | 'refund'>().notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Tasks that ended, by the step of time in which they were accepted; written by a trigger. */
export const usageSteps = pgTable(
  'usage_steps',
  {
    ownerId: text('owner_id').notNull(),
    span: text().$type<'minutes' | 'hour'>().notNull(),
    startsAt: moment('starts_at').notNull(),
    mode: text().$type<Mode>().notNull(),
    model: text().$type<Schemas['Model']>().notNull(),
    completed: integer().notNull(),
    failed: integer().notNull(),
    credits: bigint({ mode: 'number' }).notNull(),
    latencies: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.span, table.startsAt, table.mode, table.model] })],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    ownerId: text('owner_id').notNull(),
    mode: text().$type<Mode>().notNull(),
    key: text().notNull(),
    bodyHash: bytea('body_hash').notNull(),
    taskId: text('task_id').notNull(),
    credits: integer().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.mode, table.key] })],
);

export const deliveries = pgTable('deliveries', {
  id: text().primaryKey(),
  taskId: text('task_id').notNull(),
  url: text().notNull(),
  body: text().notNull(),
  status: text().$type<DeliveryStatus>().notNull().default('pending'),
  createdAt: moment('created_at').notNull().defaultNow(),
  ownerId: text('owner_id').notNull(),
  host: text().notNull(),
  traceparent: text(),
  dueAt: moment('due_at').notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  earlierAttempts: integer('earlier_attempts').notNull().default(0),
});

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    latencyMs: integer('latency_ms').notNull(),
    httpStatus: integer('http_status'),
    problem: text(),
    errorClass: text('error_class'),
    excerpt: text(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);

export const failedRefundNotices = pgTable('failed_refund_notices', {
  taskId: text('task_id').primaryKey(),
  claimedAt: moment('claimed_at'),
  sentAt: moment('sent_at'),
});

export const upstreamTasks = pgTable('upstream_tasks', {
  taskId: text('task_id').primaryKey(),
  request: text().notNull(),
  upstreamId: text('upstream_id'),
  /** The callback of the service upstream, as it was sent. */
  event: jsonb().$type<unknown>(),
});

export type Task = typeof tasks.$inferSelect;
export type Owner = typeof owners.$inferSelect;
export type ApiKey = typeof apiKeys.$inferSelect;
export type LedgerEntry = typeof ledgerEntries.$inferSelect;
export type Delivery = typeof deliveries.$inferSelect;
export type DeliveryAttempt = typeof deliveryAttempts.$inferSelect;
