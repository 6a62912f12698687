// The options of `test` that are about callbacks and webhooks.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { CallbackOptions } from '@keyframe/contract-gate';
import type { OptionTable, Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readDuration, readPairs, readPort, readUrl } from './read-options.ts';

export const CALLBACK_OPTIONS = {
  'callback-host': {
    value: '<host>',
    description: 'where the server reaches the gate, 127.0.0.1 by default',
  },
  'callback-port': {
    value: '<port>',
    description: 'the port of the gate, a free one by default',
    read: readPort,
  },
  'callback-url': {
    value: '<url>',
    description: 'the origin of the gate as the server sees it, if a tunnel or a proxy is between them',
    read: readUrl,
  },
  'callback-ca': {
    value: '<file>',
    description:
      'receive over TLS, with a certificate of this CA; "keyframe ca <file>" makes it before the server starts, which has to trust it (NODE_EXTRA_CA_CERTS, SSL_CERT_FILE)',
  },
  'callback-timeout': {
    value: '<time>',
    description: 'how long a callback may take; 10s by default',
    read: readDuration,
  },
  'callback-retries': {
    value: '<retries>',
    description: 'how often the server retries a failed callback, 5, or after which delays, 10s,30s,2m',
    read: readRetries,
  },
  'callback-secret': {
    value: '<secret>',
    description: 'verify signatures with this key, whsec_… or whpk_… (repeatable)',
    isRepeatable: true,
    read: readSecrets,
  },
  webhook: {
    value: '<name=cmd>',
    description:
      'the command that makes the server send a webhook to the address in $WEBHOOK_URL (repeatable)',
    isRepeatable: true,
    read: readTriggers,
  },
} as const satisfies OptionTable;

/** Converts the options. */
export function readCallbackOptions(values: Values<typeof CALLBACK_OPTIONS>): CallbackOptions {
  const options = {
    host: values['callback-host'],
    port: values['callback-port'],
    url: values['callback-url']?.origin,
    caFile: values['callback-ca'],
    waitMs: values['callback-timeout'],
    retries: values['callback-retries'],
    secrets: values['callback-secret'],
    webhooks: values.webhook,
  };
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as CallbackOptions;
}

function readRetries(value: number | string | readonly string[], label: string): number | number[] {
  const pauses = typeof value === 'object' ? value : String(value).split(',');
  const [count = ''] = pauses;
  if (pauses.length === 1 && /^\d+$/.test(count)) return Number(count);
  return pauses.map((pause) => readDuration(pause, label));
}

function readSecrets(values: readonly string[], label: string): readonly string[] {
  if (values.every((text) => /^(?:whsec_|whpk_)[A-Za-z0-9+/]+={0,2}$/.test(text))) return values;
  throw new UsageError(`${label} must be whsec_ or whpk_ followed by a key in base64.`);
}

function readTriggers(value: unknown, label: string): NonNullable<CallbackOptions['webhooks']> {
  const run = promisify(exec);
  const commands = Object.entries(readPairs(value, label, (text) => text.indexOf('=')));
  return Object.fromEntries(
    commands.map(([name, command]) => [
      name,
      ({ url }: { url: string }) => run(command, { env: { ...process.env, WEBHOOK_URL: url } }),
    ]),
  );
}
