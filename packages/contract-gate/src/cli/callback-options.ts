// The options of `test` that are about callbacks and webhooks.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { type OptionTable, UsageError, type Values } from '@keyframe/openapi-tooling/command';
import type { CallbackOptions } from '../conformance/conformance.ts';
import { readCount, readDuration, readUrl } from './read-options.ts';

export const CALLBACK_OPTIONS = {
  'callback-host': {
    value: '<host>',
    description: 'where the server reaches the gate, 127.0.0.1 by default',
  },
  'callback-port': { value: '<port>', description: 'the port of the gate, a free one by default' },
  'callback-url': {
    value: '<url>',
    description: 'the origin of the gate as the server sees it, if a tunnel or a proxy is between them',
  },
  'callback-ca': {
    value: '<file>',
    description:
      'receive over TLS, with a certificate of this CA; "contract-gate ca <file>" makes it before the server starts, which has to trust it (NODE_EXTRA_CA_CERTS, SSL_CERT_FILE)',
  },
  'callback-wait': { value: '<time>', description: 'how long a callback may take; 10s by default' },
  'callback-retries': {
    value: '<retries>',
    description: 'how often the server retries a failed callback, 5, or after which delays, 10s,30s,2m',
  },
  'callback-secret': {
    value: '<secret>',
    description: 'verify signatures with this key, whsec_… or whpk_… (repeatable)',
    isRepeatable: true,
  },
  webhook: {
    value: '<name=cmd>',
    description:
      'the command that makes the server send a webhook to the address in $WEBHOOK_URL (repeatable)',
    isRepeatable: true,
  },
} as const satisfies OptionTable;

/** Reads the options. Throws UsageError. */
export function readCallbackOptions(values: Values<typeof CALLBACK_OPTIONS>): CallbackOptions {
  const given = <TValue>(
    name: Exclude<keyof typeof CALLBACK_OPTIONS, 'callback-secret' | 'webhook'>,
    read: (text: string) => TValue,
  ) => {
    const text = values[name];
    return text === undefined ? undefined : read(text);
  };
  const options = {
    host: given('callback-host', (text) => text),
    port: given('callback-port', (text) => readCount('callback-port', text, { most: 65_535 })),
    url: given('callback-url', (text) => readUrl('callback-url', text).origin),
    caFile: given('callback-ca', (text) => text),
    waitMs: given('callback-wait', (text) => readDuration('callback-wait', text)),
    retries: given('callback-retries', readRetries),
    secrets: values['callback-secret'].map(readSecret),
    webhooks: Object.fromEntries(values.webhook.map(readTrigger)),
  };
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as CallbackOptions;
}

function readRetries(text: string): number | number[] {
  if (/^\d+$/.test(text)) return Number(text);
  return text.split(',').map((pause) => readDuration('callback-retries', pause));
}

function readSecret(text: string): string {
  if (/^(?:whsec_|whpk_)[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
  throw new UsageError('--callback-secret must be whsec_ or whpk_ followed by a key in base64.');
}

function readTrigger(text: string): [name: string, cause: (webhook: { url: string }) => Promise<unknown>] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--webhook must be NAME=COMMAND (got "${text}").`);
  const command = text.slice(at + 1);
  const run = promisify(exec);
  return [text.slice(0, at), ({ url }) => run(command, { env: { ...process.env, WEBHOOK_URL: url } })];
}
