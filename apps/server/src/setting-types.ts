/** How the environment writes settings, each with what is allowed as its error. */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { splitHosts } from './db/hosts.ts';
import { readCertificates } from './egress/certificates.ts';

/** Takes a text through a function whose error becomes the problem of the variable. */
export function readBy<TResult>(read: (text: string) => TResult) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
}

/** Takes decimal digits only: JavaScript's own reading also takes 0x10, 1e3 and blanks. */
export function wholeNumber({ min = 1, max }: { readonly min?: number; readonly max: number }) {
  return z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

/** A file of certificates, which is read once to report what is wrong with it. */
export const caFile = readBy((file) => {
  readCertificates(file);
  return file;
});

/** A secret of Standard Webhooks. A public key of another length cannot be imported, and every callback would be refused. */
export const callbackSecret = z
  .string()
  .regex(/^(whsec_[A-Za-z0-9+/]+=*|whpk_[A-Za-z0-9+/]{43}=)$/, 'must be whsec_… or whpk_…');

export const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header');

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Takes the name of a host, and writes it as a URL has it: in lower case and ASCII. */
export const hostName = z
  .string()
  .transform((text) => domainToASCII(text))
  .refine((name) => HOST_NAME.test(name), 'must be names of hosts, without scheme, port and *');

/** Takes items separated by commas; blanks around them do not count. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Takes a URL to which paths are appended. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .regex(/^[^?#]*$/, 'must be a URL without query and hash')
  .transform((url) => url.replace(/\/+$/, ''));

/** The start of links in responses, which would reveal credentials in it. */
export const linkBaseUrl = baseUrl.refine(
  (url) => !/^[^/]*\/\/[^/]*@/.test(url),
  'must be a URL without user name and password',
);

const serverUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** A connection string, which may name several servers. */
export const databaseUrl = z
  .string()
  .refine(
    (url) => splitHosts(url).every((server) => serverUrl.safeParse(server).success),
    'must be a postgres:// URL; several servers are separated by commas, postgres://user@a:5432,b:5432/name',
  );

const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** The longest delay that a Node timer keeps; a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;
const MAX_KEPT_DAYS = 3_650;

function duration(maxMs: number, longest: string) {
  return z.string().transform((text, context) => {
    const [, amount, unit] = DURATION.exec(text) ?? [];
    const ms = Math.round(Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
    if (ms >= 1 && ms <= maxMs) return ms;
    const message = `must be a duration such as 250ms, 10s, 2m, 1h or 1d, at most ${longest}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Parses `250ms`, `10s`, `2m`, `1h` or `1d` into whole milliseconds, from 1 to about 24 days. */
export const durationMs = duration(MAX_TIMER_MS, '596h');

/** The same for what no timer waits for, up to 3,650 days. */
export const retentionMs = duration(MAX_KEPT_DAYS * UNIT_MS.d, `${MAX_KEPT_DAYS}d`);

/** Younger events cannot be deleted: `refuse_recent_audit_deletion`. */
const LEAST_AUDIT_DAYS = 30;

/** The same for the audit log, at least 30 days. */
export const auditTtlMs = retentionMs.refine((ms) => ms >= LEAST_AUDIT_DAYS * UNIT_MS.d, {
  error: `must be at least ${LEAST_AUDIT_DAYS}d`,
});

/** Younger months cannot be dropped: `drop_month`. */
const LEAST_TASK_MONTHS = 3;

/** Parses a count of months that tasks are kept. */
export const taskMonths = wholeNumber({ min: LEAST_TASK_MONTHS, max: 1_200 });

/** Describes what is wrong with a variable: its name, what is allowed, and its value unless that may be a secret. */
export function describeProblem(
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, string | undefined>>,
): string {
  const name = String(issue.path[0]);
  const allowed =
    issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;
  return `${name}: ${allowed} (got ${showValue(name, given[name])})`;
}

function showValue(name: string, value: string | undefined): string {
  if (value === undefined) return 'nothing';
  if (/_(KEY|SECRET|TOKEN)$/.test(name)) return 'another value';
  return JSON.stringify(value.replace(/\/\/.*@/, '//…@'));
}
