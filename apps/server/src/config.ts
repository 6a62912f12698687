/**
 * The environment, parsed once. No setting is read from `process.env` elsewhere, so a wrong value stops
 * the start here, with its name and what is allowed, and never surfaces as odd behaviour later.
 */
import { resolve } from 'node:path';
import type { UpstreamSettings } from '@keyframe/upstream-provider';
import { z } from 'zod';
import type { OidcSettings } from './console/exchange-code.ts';
import { parseNameServer } from './egress/resolve-name.ts';
import { parseAllowEntry } from './egress/url-rule.ts';
import {
  NOTIFICATION_REQUIREMENTS,
  NOTIFICATION_VARIABLES,
  readNotificationSettings,
} from './notifications/settings.ts';
import type { S3Options } from './results/s3-bucket.ts';
import {
  auditTtlMs,
  baseUrl,
  caFile,
  callbackSecret,
  databaseUrl,
  describeProblem,
  durationMs,
  headerName,
  hostName,
  linkBaseUrl,
  list,
  readBy,
  retentionMs,
  taskMonths,
  wholeNumber,
} from './setting-types.ts';

/** Thrown when the server cannot run with values of the environment; lists every problem at once. */
export class ConfigError extends Error {
  readonly code = 'config_invalid';
  override readonly name = 'ConfigError';
}

const port = wholeNumber({ max: 65_535 });
/** Keys whose whole limit the limit of their owner allows, unless set. */
const KEYS_PER_OWNER = 10;
const perMinute = wholeNumber({ max: 1_000_000 });
/** With fewer, a transaction that waits for another connection of its own process could wait for ever. */
const LEAST_CONNECTIONS = 2;

const variables = z.object({
  PORT: port.default(4000),
  MOCK_PORT: port.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber({ min: LEAST_CONNECTIONS, max: 1_000 }).default(10),
  DEMO_OWNER: z.enum(['on', 'off']).optional(),
  KEYFRAME_DATA: z
    .string()
    .min(1)
    .default('.keyframe')
    .transform((path) => resolve(path)),
  S3_BUCKET_URL: linkBaseUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PUBLIC_URL: linkBaseUrl.optional(),
  PROVIDER: z.enum(['local', 'upstream']).default('local'),
  FFMPEG: z.string().optional(),
  UPSTREAM_URL: baseUrl.optional(),
  UPSTREAM_KEY: z
    .string()
    .regex(/^sk_(live|test)_[\x21-\x7e]+$/, 'must be a key, sk_live_… or sk_test_…')
    .optional(),
  UPSTREAM_CALLBACK_SECRET: list.pipe(z.array(callbackSecret).min(1)).optional(),
  REQUEST_TIMEOUT: durationMs.default(30_000),
  TASK_TIMEOUT: durationMs.default(30 * 60_000),
  RESULT_TTL: durationMs.default(24 * 3_600_000),
  INPUT_TTL: durationMs.default(7 * 24 * 3_600_000),
  AUDIT_TTL: auditTtlMs.default(400 * 86_400_000),
  JOB_DEATHS: wholeNumber({ max: 1_000 }).default(2),
  RETENTION: retentionMs.default(30 * 86_400_000),
  TASK_MONTHS: taskMonths.optional(),
  CALLBACK_TIMEOUT: durationMs.default(15_000),
  CALLBACK_RETRIES: list
    .pipe(z.array(durationMs).max(5, 'must have at most 5 delays'))
    .default([10_000, 30_000, 120_000, 600_000, 1_800_000]),
  EGRESS_ALLOW: list.pipe(z.array(readBy(parseAllowEntry))).default([]),
  EGRESS_DNS: list.pipe(z.array(readBy(parseNameServer)).min(1)).optional(),
  EGRESS_CA: caFile.optional(),
  RATE_CREATE: perMinute.default(60),
  RATE_STATUS: perMinute.default(600),
  RATE_CREATE_OWNER: perMinute.optional(),
  RATE_STATUS_OWNER: perMinute.optional(),
  RATE_POLL: perMinute.default(6),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RESPONSE_CHECK: z.enum(['throw', 'report', 'off']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  CLIENT_IP_HEADER: headerName.optional(),
  METRICS_TOKEN: z.string().min(16).max(500).optional(),
  ALLOWED_HOSTS: list.pipe(z.array(hostName)).default([]),
  OIDC_ISSUER: baseUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(100).default('Single sign-on'),
  NODE_ENV: z.string().optional(),
  ...NOTIFICATION_VARIABLES,
});

/** The port of the mock; undefined if none is started. */
function findMockPort({ NODE_ENV, MOCK_PORT }: z.infer<typeof variables>): number | undefined {
  return MOCK_PORT ?? (NODE_ENV === 'production' ? undefined : 4010);
}

const S3_VARIABLES = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const OIDC_VARIABLES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

const environment = variables.superRefine((value, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (value.ROLE === 'all' && value.PORT === findMockPort(value))
    refuse('MOCK_PORT', `must differ from PORT (${value.PORT})`);
  for (const together of [S3_VARIABLES, OIDC_VARIABLES]) {
    const given = together.find((name) => value[name] !== undefined);
    const missing = together.filter((name) => value[name] === undefined);
    if (given !== undefined) for (const name of missing) refuse(name, `is required with ${given}`);
  }
  if (value.MIGRATION_DATABASE_URL !== undefined && value.DATABASE_URL === undefined)
    refuse('DATABASE_URL', 'is required with MIGRATION_DATABASE_URL');
  for (const [name, required] of NOTIFICATION_REQUIREMENTS) {
    if (value[name] !== undefined && value[required] === undefined)
      refuse(required, `is required with ${name}`);
  }
  if (value.PROVIDER === 'upstream') requireUpstream(value, refuse);
});

/** Retention of idempotency keys (OPEN-23). */
const IDEMPOTENCY_MS = 24 * 3_600_000;

function requireUpstream(
  value: z.infer<typeof variables>,
  refuse: (name: string, message: string) => void,
): void {
  if (value.UPSTREAM_URL === undefined) refuse('UPSTREAM_URL', 'is required for PROVIDER=upstream');
  if (value.UPSTREAM_KEY === undefined) refuse('UPSTREAM_KEY', 'is required for PROVIDER=upstream');
  if (value.TASK_TIMEOUT > IDEMPOTENCY_MS)
    refuse('TASK_TIMEOUT', 'must be at most 24h with PROVIDER=upstream: a later retry would be paid twice');
  if (value.UPSTREAM_CALLBACK_SECRET !== undefined && !value.PUBLIC_URL?.startsWith('https:')) {
    refuse('PUBLIC_URL', 'must be an https URL with UPSTREAM_CALLBACK_SECRET: callbacks go there');
  }
}

/**
 * Reads the settings from environment variables; an empty value counts as unset.
 * @throws {ConfigError} naming each wrong variable and what it takes
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) return toConfig(parsed.data);
  const problems = new Set(parsed.error.issues.map((issue) => describeProblem(issue, given)));
  throw new ConfigError(`Invalid environment variables:\n  ${[...problems].join('\n  ')}`);
}

/** The server's settings. Durations are milliseconds, rates are requests a minute. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(value: z.infer<typeof variables>) {
  const host = value.HOST === '0.0.0.0' || value.HOST === '::' ? 'localhost' : value.HOST;
  return {
    ...tasksConfig(value),
    port: value.PORT,
    /** Absent: no mock is started, as in production without MOCK_PORT. */
    mockPort: findMockPort(value),
    host: value.HOST,
    role: value.ROLE,
    /** Absent: the embedded PostgreSQL below `dataDirectory`. */
    databaseUrl: value.DATABASE_URL,
    /** Connects as the role that owns the tables. Absent: the role of `databaseUrl` owns them. */
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    /** Maximum connections of this process; its start uses one more. */
    databasePool: value.DATABASE_POOL,
    /** Whether a start with ROLE=all makes an owner with keys and credits to try the service with. */
    hasDemoOwner:
      value.DEMO_OWNER === undefined ? value.DATABASE_URL === undefined : value.DEMO_OWNER === 'on',
    dataDirectory: value.KEYFRAME_DATA,
    /** The bucket of the results; absent: below `dataDirectory`. */
    s3: s3Options(value),
    /** Start of links in responses; no trailing slash. */
    publicUrl: value.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${value.PORT}`,
    /** For a whole request to arrive. */
    requestTimeoutMs: value.REQUEST_TIMEOUT,
    egressAllow: value.EGRESS_ALLOW,
    /** Name servers for hosts that users name; absent: the system's. */
    egressDns: value.EGRESS_DNS,
    egressCaFile: value.EGRESS_CA,
    logLevel: value.LOG_LEVEL,
    /** Endpoint for traces and metrics. Absent: none are sent. */
    otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** The header in which a proxy in front of the server says where a request comes from. */
    clientIpHeader: value.CLIENT_IP_HEADER,
    metricsToken: value.METRICS_TOKEN,
    allowedHosts: value.ALLOWED_HOSTS,
    /** The identity provider of the console; absent: passwords and passkeys only. */
    oidc: oidcSettings(value),
    notifications: readNotificationSettings(value),
    /** Reaction to a response that violates the contract: `off` by default in production, otherwise `throw`. */
    responseCheck: value.RESPONSE_CHECK ?? (value.NODE_ENV === 'production' ? 'off' : 'throw'),
  };
}

function tasksConfig(value: z.infer<typeof variables>) {
  return {
    /** `system`, or the path of the FFmpeg that encodes; absent: WebAssembly does. */
    ffmpeg: value.FFMPEG,
    /** Upstream service that generates the videos. Absent: this machine does. */
    upstream: upstreamSettings(value),
    taskTimeoutMs: value.TASK_TIMEOUT,
    resultTtlMs: value.RESULT_TTL,
    /** How long prompts and references of tasks that ended are kept. */
    inputTtlMs: value.INPUT_TTL,
    /** How long the audit log keeps an event. */
    auditTtlMs: value.AUDIT_TTL,
    /** How many processes may die that work on a job; then its task fails. */
    jobDeaths: value.JOB_DEATHS,
    /** How long what a task leaves behind is kept after its end: its deliveries and their attempts. */
    retentionMs: value.RETENTION,
    taskMonths: value.TASK_MONTHS,
    callbackTimeoutMs: value.CALLBACK_TIMEOUT,
    callbackRetriesMs: value.CALLBACK_RETRIES,
    rateCreate: value.RATE_CREATE,
    rateStatus: value.RATE_STATUS,
    /** Limit for all keys of an owner and mode together. */
    rateCreateOwner: value.RATE_CREATE_OWNER ?? KEYS_PER_OWNER * value.RATE_CREATE,
    rateStatusOwner: value.RATE_STATUS_OWNER ?? KEYS_PER_OWNER * value.RATE_STATUS,
    ratePoll: value.RATE_POLL,
  };
}

function s3Options(value: z.infer<typeof variables>): S3Options | undefined {
  const {
    S3_BUCKET_URL: bucketUrl,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = value;
  if (bucketUrl === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { bucketUrl, region, accessKeyId, secretAccessKey };
}

function oidcSettings(value: z.infer<typeof variables>): OidcSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = value;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name };
}

function upstreamSettings(value: z.infer<typeof variables>): UpstreamSettings | undefined {
  const { PROVIDER, UPSTREAM_URL: url, UPSTREAM_KEY: key, UPSTREAM_CALLBACK_SECRET: secrets = [] } = value;
  if (PROVIDER !== 'upstream' || url === undefined || key === undefined) return undefined;
  return { url, key, callbackSecrets: secrets };
}
