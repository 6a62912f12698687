// The options of `test` that are about connections to the server.
import { readFile } from 'node:fs/promises';
import type { ConformanceOptions } from '@keyframe/contract-gate';
import { findProxy } from '@keyframe/contract-gate/proxy';
import type { OptionTable, Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readDuration } from './read-options.ts';

export const CONNECTION_OPTIONS = {
  wait: {
    value: '<time>',
    description:
      'wait this long for a server that accepts no connection yet, or responds 503 with Retry-After (the latter is waited for by default, up to 60s)',
    read: readDuration,
  },
  ca: {
    value: '<file>',
    description: 'also trust the certificates of this PEM file, besides those of NODE_EXTRA_CA_CERTS',
  },
  cert: { value: '<file>', description: 'the certificate of the client, in PEM; needs --key' },
  key: { value: '<file>', description: 'the key of --cert, in PEM' },
  insecure: { description: 'accept any certificate of the server' },
} as const satisfies OptionTable;

/** Reads the options, and the proxy of the environment. Throws UsageError. */
export async function readConnectionOptions(
  { wait, ca, cert, key, insecure }: Values<typeof CONNECTION_OPTIONS>,
  server: URL,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<ConformanceOptions, 'proxy' | 'tls' | 'waitMs'>> {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--cert and --key belong together: the certificate of the client, and its key.');
  const files = { ca, cert, key };
  const texts = await Promise.all(
    Object.entries(files).map(async ([name, path]) =>
      path === undefined ? [] : [[name, await readPem(name, path)] as const],
    ),
  );
  return {
    tls: { ...(insecure ? { insecure } : {}), ...Object.fromEntries(texts.flat()) },
    proxy: findProxy(server, env),
    ...(wait === undefined ? {} : { waitMs: wait }),
  };
}

async function readPem(option: string, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`--${option} ${path} cannot be read.`, { cause });
  });
  if (text.includes('-----BEGIN ')) return text;
  throw new UsageError(`--${option} ${path} must be a PEM file.`);
}
