// The options of `test` that are about callbacks and webhooks.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { createCallbackAuthority } from '../conformance/callbacks/certificate-authority.ts';
import type { CallbackOptions } from '../conformance/conformance.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readCount, readWords } from './command.ts';
import { readDuration, readUrl } from './read-options.ts';

const MANY = { type: 'string', multiple: true, default: [] as string[] } as const;

export const CALLBACK_OPTIONS = {
  'callback-host': { type: 'string' },
  'callback-port': { type: 'string' },
  'callback-url': { type: 'string' },
  'callback-ca': { type: 'string' },
  'callback-wait': { type: 'string' },
  'callback-retries': { type: 'string' },
  'callback-secret': MANY,
  webhook: MANY,
} as const;

export const CALLBACK_USAGE = `  --callback-host <host>, --callback-port <port>
                        where the server reaches the gate: 127.0.0.1 and a free port by default
  --callback-url <url>  the origin of the gate as the server sees it, if a tunnel or a proxy is between them
  --callback-ca <file>  receive over TLS, with a certificate of this CA; "contract-gate ca <file>" makes it before the
                        server starts, which has to trust it (NODE_EXTRA_CA_CERTS, SSL_CERT_FILE)
  --callback-wait <t>   how long a callback may take; 10s by default
  --callback-retries <r>
                        how often the server retries a failed callback, 5, or after which delays, 10s,30s,2m
  --callback-secret <s> verify signatures with this key, whsec_… or whpk_… (repeatable)
  --webhook <name=cmd>  the command that makes the server send a webhook to the address in $WEBHOOK_URL (repeatable)`;

type Values = { [name in keyof typeof CALLBACK_OPTIONS]?: string | string[] | undefined } & {
  'callback-secret': string[];
  webhook: string[];
};

/** Reads the options. Throws UsageError. */
export function readCallbackOptions(values: Values): CallbackOptions {
  const given = <TValue>(name: keyof Values, read: (text: string) => TValue) => {
    const text = values[name];
    return typeof text === 'string' ? read(text) : undefined;
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

/** Makes the CA that callbacks over TLS are received with. */
export const caCommand: Command = {
  usage: `ca <file>

Makes a CA, unless the file is one already, and writes its certificate to the file and its key to <file>.key. Let the
server under test trust it, then give the file to --callback-ca.`,
  async run(words, { out }) {
    const { positionals } = readWords(words, {}, ['<file>']);
    const [file = ''] = positionals;
    await createCallbackAuthority(file);
    out(file);
    return 0;
  },
};
