import { defineCommand } from '@keyframe/cli/command';
import { parseConfig } from '../config.ts';
import { createMailer } from '../notifications/mailer.ts';
import { createDiskStore } from '../results/disk-store.ts';
import { createS3Store } from '../results/s3-store.ts';
import { checkAddress, checkName } from './doctor/check-address.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { type Finding, runCheck } from './doctor/finding.ts';
import { JSON_OPTION } from './options.ts';
import { findDatabaseUrl, formatRows } from './run.ts';

/** Checks what the service depends on, from this machine; it changes nothing but a probe in the bucket. */
export const DOCTOR = defineCommand({
  name: 'doctor',
  summary: 'check what the service depends on',
  description:
    'Checks PUBLIC_URL, DNS, TLS, the bucket, clocks, PostgreSQL and e-mail; exits with 1 if a check fails.',
  arguments: [],
  options: JSON_OPTION,
  async run({ values }, { out }) {
    const findings = await diagnose();
    const rows = findings.map(({ check, result, detail }) => ({ check, result, detail }));
    out(formatRows(rows, values));
    return findings.some(({ result }) => result === 'failed') ? 1 : 0;
  },
});

async function diagnose(): Promise<Finding[]> {
  const config = parseConfig(process.env);
  const {
    s3,
    notifications: { mail },
  } = config;
  const store = s3 === undefined ? createDiskStore(config.dataDirectory) : createS3Store(s3);
  const databaseUrl = await findDatabaseUrl(config);
  const groups = await Promise.all([
    checkAddress(config.publicUrl),
    checkDatabase(databaseUrl),
    runCheck('results', async () => {
      await store.check({ writes: true });
      return { result: 'ok', detail: s3 === undefined ? `kept below ${config.dataDirectory}` : s3.bucketUrl };
    }),
    mail === undefined
      ? []
      : runCheck('e-mail', async () => {
          await createMailer(mail).verify();
          return { result: 'ok', detail: 'the SMTP server accepts the connection' };
        }),
    s3 === undefined ? [] : runCheck('DNS of the bucket', () => checkName(new URL(s3.bucketUrl).hostname)),
  ]);
  return groups.flat();
}
