import { fileURLToPath } from 'node:url';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

test('the defaults are the documented ones', {
  meta: { requirements: ['OPEN-5', 'OPEN-7', 'OPEN-13', 'OPEN-20', 'LIM-2', 'LIM-3'] },
}, () => {
  expect(parseConfig({})).toMatchObject({
    port: 4000,
    mockPort: 4010,
    host: '127.0.0.1',
    role: 'all',
    publicUrl: 'http://127.0.0.1:4000',
    taskTimeoutMs: 30 * 60_000,
    resultTtlMs: 24 * 3_600_000,
    callbackTimeoutMs: 15_000,
    callbackRetriesMs: [10_000, 30_000, 120_000, 600_000, 1_800_000],
    rateCreate: 60,
    rateStatus: 600,
    rateCreateOwner: 600,
    rateStatusOwner: 6_000,
    ratePoll: 6,
    egressAllow: [],
    databaseUrl: undefined,
    databasePool: 10,
    hasDemoOwner: true,
    migrationDatabaseUrl: undefined,
  });
});

test('failed callbacks are retried after the pauses that the contract declares', () => {
  const { taskCompleted, taskFailed } = contract.webhooks;
  for (const { post } of [taskCompleted, taskFailed]) {
    expect(parseConfig({}).callbackRetriesMs).toEqual(post['x-callback-retries']);
  }
});

test('answers are checked against the contract except in production, unless RESPONSE_CHECK says otherwise', () => {
  expect(parseConfig({}).responseCheck).toBe('throw');
  expect(parseConfig({ NODE_ENV: 'production' }).responseCheck).toBe('off');
  expect(parseConfig({ NODE_ENV: 'production', RESPONSE_CHECK: 'report' }).responseCheck).toBe('report');
});

test('an owner with credits is made for an embedded database only, unless DEMO_OWNER says otherwise', () => {
  const DATABASE_URL = 'postgres://app@db/keyframe';
  expect(parseConfig({ DATABASE_URL }).hasDemoOwner).toBe(false);
  expect(parseConfig({ DATABASE_URL, DEMO_OWNER: 'on' }).hasDemoOwner).toBe(true);
  expect(parseConfig({ DEMO_OWNER: 'off' }).hasDemoOwner).toBe(false);
});

test('the owner of the tables is named beside the role of the application', () => {
  const urls = { DATABASE_URL: 'postgres://app@db/x', MIGRATION_DATABASE_URL: 'postgres://owner@db/x' };
  expect(parseConfig(urls)).toMatchObject({
    databaseUrl: urls.DATABASE_URL,
    migrationDatabaseUrl: urls.MIGRATION_DATABASE_URL,
  });
  expect(() => parseConfig({ ...urls, DATABASE_URL: '' })).toThrow(
    'DATABASE_URL: is required with MIGRATION_DATABASE_URL (got nothing)',
  );
});

test('durations take ms, s, m, h and d; lists are comma-separated; an empty value is unset', () => {
  const config = parseConfig({
    TASK_TIMEOUT: '2500ms',
    RESULT_TTL: '1.5h',
    CALLBACK_RETRIES: '1s, 2m',
    PORT: '',
    RETENTION: '90d',
    TASK_MONTHS: '13',
    EGRESS_ALLOW: 'localhost:8443,[::1]:9000',
    EGRESS_DNS: '10.0.0.2, 10.0.0.3:5353, [fd00::2]:53, fd00::3',
    ALLOWED_HOSTS: 'API.Example.com, bücher.example',
  });
  expect(config.allowedHosts).toEqual(['api.example.com', 'xn--bcher-kva.example']);
  expect(config).toMatchObject({
    taskTimeoutMs: 2_500,
    resultTtlMs: 5_400_000,
    retentionMs: 90 * 86_400_000,
    taskMonths: 13,
    callbackRetriesMs: [1000, 120_000],
  });
  expect(config.egressAllow).toEqual(['localhost:8443', '[::1]:9000']);
  expect(config.egressDns).toEqual(['10.0.0.2', '10.0.0.3:5353', '[fd00::2]:53', 'fd00::3']);
  expect(config.port).toBe(4000);
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['ROLE', 'boss'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://a:5432,b:port/x'],
  ['MIGRATION_DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_POOL', '1'],
  ['DATABASE_POOL', 'many'],
  ['DEMO_OWNER', 'yes'],
  ['TASK_TIMEOUT', '5'],
  ['TASK_TIMEOUT', '0s'],
  ['RESULT_TTL', '99999h'],
  ['RESULT_TTL', '25d'],
  ['RETENTION', '3651d'],
  ['TASK_MONTHS', '2'],
  ['TASK_MONTHS', '90d'],
  ['RETENTION', 'forever'],
  ['CALLBACK_RETRIES', '1s,1s,1s,1s,1s,1s'],
  ['CALLBACK_RETRIES', '1s,soon'],
  ['EGRESS_ALLOW', 'https://localhost'],
  ['EGRESS_ALLOW', 'a:99999'],
  ['EGRESS_ALLOW', 'localhost:8443,a:0'],
  ['EGRESS_DNS', 'dns.example.com'],
  ['ALLOWED_HOSTS', 'https://api.example.com'],
  ['ALLOWED_HOSTS', 'api.example.com:8443'],
  ['ALLOWED_HOSTS', '*.example.com'],
  ['EGRESS_DNS', '10.0.0.2:0'],
  ['EGRESS_CA', '/nope'],
  ['EGRESS_CA', fileURLToPath(import.meta.url)],
  ['RATE_CREATE', '0'],
  ['RATE_CREATE', '1e3'],
  ['RATE_POLL', '0x10'],
  ['PORT', ' 4000'],
  ['PORT', '4000.0'],
  ['MOCK_PORT', '4000'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['PUBLIC_URL', 'https://example.com/?a=b'],
  ['PUBLIC_URL', 'https://example.com/#top'],
  ['PUBLIC_URL', 'https://user:password@example.com'],
  ['PROVIDER', 'magic'],
  ['S3_BUCKET_URL', 's3://videos'],
  ['S3_BUCKET_URL', 'https://videos.s3.amazonaws.com'],
  ['S3_ACCESS_KEY_ID', 'AKIDEXAMPLE'],
])('%s=%s stops the start with its name', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => parseConfig({ [name]: value })).toThrow(name);
});

test('reports an invalid entry with the entry, the rule and the whole value', () => {
  expect(() => parseConfig({ EGRESS_ALLOW: 'localhost:8443,a:0' })).toThrow(
    'EGRESS_ALLOW: "a:0" is not host:port with a port from 1 to 65535, such as localhost:8443 or [::1]:8443 (got "localhost:8443,a:0")',
  );
  expect(() => parseConfig({ EGRESS_CA: '/nope' })).toThrow(
    'EGRESS_CA: takes a PEM file of certificates: ENOENT',
  );
});

test('EGRESS_CA takes a file of certificates', async () => {
  await using certificate = await createTestCertificate();
  expect(parseConfig({ EGRESS_CA: certificate.caFile }).egressCaFile).toBe(certificate.caFile);
});

test('the port of a mock that is not started may be taken', () => {
  expect(parseConfig({ ROLE: 'api', PORT: '4010' })).toMatchObject({ port: 4010, mockPort: 4010 });
  expect(parseConfig({ NODE_ENV: 'production', PORT: '4010' })).toMatchObject({
    port: 4010,
    mockPort: undefined,
  });
});

test.each([
  [{ PORT: '4010' }, 4010],
  [{ PORT: '4001', MOCK_PORT: '4001' }, 4001],
  [{ NODE_ENV: 'production', MOCK_PORT: '4000' }, 4000],
])('with %j, the mock that is started cannot have the port of the API', (environment, taken) => {
  expect(() => parseConfig(environment)).toThrow(`MOCK_PORT: must differ from PORT (${taken})`);
});

test.each([
  [{}, 4010],
  [{ NODE_ENV: 'production' }, undefined],
  [{ NODE_ENV: 'production', MOCK_PORT: '4011' }, 4011],
])('with %j, the mock has the port %s', (environment, mockPort) => {
  expect(parseConfig(environment).mockPort).toBe(mockPort);
});

test('the URL of a bucket, to which links redirect, has no credentials', () => {
  const given = { S3_ACCESS_KEY_ID: 'AKIDEXAMPLE', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(() => parseConfig({ ...given, S3_BUCKET_URL: 'https://user:hidden@s3.example.com/videos' })).toThrow(
    'S3_BUCKET_URL: must be a URL without user name and password (got "https://…@s3.example.com/videos")',
  );
});

test('a bucket comes with its key, and each setting that is missing is named', () => {
  const given = { S3_BUCKET_URL: 'https://s3.example.com/videos/', S3_ACCESS_KEY_ID: 'AKIDEXAMPLE' };
  expect(() => parseConfig(given)).toThrow(
    'S3_SECRET_ACCESS_KEY: is required with S3_BUCKET_URL (got nothing)',
  );
  expect(parseConfig({ ...given, S3_SECRET_ACCESS_KEY: 'secret' }).s3).toEqual({
    bucketUrl: 'https://s3.example.com/videos',
    region: 'us-east-1',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret',
  });
  expect(parseConfig({}).s3).toBeUndefined();
});

test('a problem names the variable, what is allowed and what was given', () => {
  expect(() => parseConfig({ PORT: '70000', ROLE: 'boss', TASK_TIMEOUT: '5', DATABASE_POOL: '1' })).toThrow(
    [
      'PORT: must be a whole number from 1 to 65535 (got "70000")',
      'ROLE: must be one of all, api, worker (got "boss")',
      'DATABASE_POOL: must be a whole number from 2 to 1000 (got "1")',
      'TASK_TIMEOUT: must be a duration such as 250ms, 10s, 2m, 1h or 1d, at most 596h (got "5")',
    ].join('\n  '),
  );
});

test('a problem of two items of a list is named once', () => {
  expect(() => parseConfig({ CALLBACK_RETRIES: '1,2' })).toThrow(
    /^Invalid environment variables:\n {2}CALLBACK_RETRIES: must be a duration .* \(got "1,2"\)$/,
  );
});

test('DATABASE_URL may name several servers', () => {
  const DATABASE_URL = 'postgres://app:pw@a:5432,b:5433/keyframe';
  expect(parseConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('all wrong values are named at once', () => {
  expect(() => parseConfig({ PORT: 'x', ROLE: 'y' })).toThrow(/PORT.*ROLE/s);
});

test.each([
  ['DATABASE_URL', 'mysql://app:pa/ss@word@db/x'],
  ['PUBLIC_URL', 'ftp://app:word@host'],
])('%s is refused without showing the password in it', (name, value) => {
  const parse = () => parseConfig({ [name]: value });
  expect(parse).toThrow(`${name}: `);
  expect(parse).not.toThrow('word');
});

const PUBLIC_KEY = `whpk_${Buffer.alloc(32).toString('base64')}`;
const UPSTREAM = {
  PROVIDER: 'upstream',
  UPSTREAM_URL: 'https://video.example.com/',
  UPSTREAM_KEY: 'sk_live_key',
  PUBLIC_URL: 'https://own.example.com',
  UPSTREAM_CALLBACK_SECRET: `whsec_AAAA,${PUBLIC_KEY}`,
};

test('PROVIDER=upstream takes where the videos are made, and with which key', () => {
  expect(parseConfig(UPSTREAM).upstream).toEqual({
    url: 'https://video.example.com',
    key: 'sk_live_key',
    callbackSecrets: ['whsec_AAAA', PUBLIC_KEY],
  });
  expect(parseConfig({ ...UPSTREAM, UPSTREAM_CALLBACK_SECRET: '', PUBLIC_URL: '' }).upstream).toMatchObject({
    callbackSecrets: [],
  });
  expect(parseConfig({ ...UPSTREAM, PROVIDER: 'local' }).upstream).toBeUndefined();
});

test.each([
  ['UPSTREAM_URL', '', 'is required for PROVIDER=upstream'],
  ['UPSTREAM_KEY', '', 'is required for PROVIDER=upstream'],
  ['UPSTREAM_KEY', 'sk_prod_secret', 'must be a key, sk_live_… or sk_test_…'],
  ['UPSTREAM_CALLBACK_SECRET', 'secret', 'must be whsec_… or whpk_…'],
  ['UPSTREAM_CALLBACK_SECRET', 'whpk_BBBB', 'must be whsec_… or whpk_…'],
  ['PUBLIC_URL', 'http://own.example.com', 'must be an https URL with UPSTREAM_CALLBACK_SECRET'],
  ['TASK_TIMEOUT', '25h', 'must be at most 24h with PROVIDER=upstream'],
])('PROVIDER=upstream with %s=%s does not start, says why, and shows no secret', (name, value, problem) => {
  const parse = () => parseConfig({ ...UPSTREAM, [name]: value });
  expect(parse).toThrow(`${name}: ${problem}`);
  expect(parse).not.toThrow('secret)');
});
