// The commands of the guides, and a service that they run against.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll } from 'vitest';
import { ADMIN_SCRIPT } from '../../support/server-scripts.ts';
import { type Service, startService } from '../../support/service.ts';

const run = promisify(execFile);
export const GUIDES = fileURLToPath(
  new URL('../../../../../apps/docs/src/content/docs/guides/', import.meta.url),
);
const PRELUDE = `
set -eu
curl() {
  command curl -o "$ANSWER" -w '%{http_code}\\n' "$@" >> "$STATUSES"
  cat "$ANSWER"
}
`;

interface Block {
  readonly guide: string;
  /** The text after the language: \`status=400\`, or the kind of the block. */
  readonly info: string;
  readonly code: string;
}

export async function readBlocks(): Promise<Block[]> {
  const names = (await readdir(GUIDES)).toSorted();
  const texts = await Promise.all(
    names.map(async (name) => [name.replace('.md', ''), await readFile(join(GUIDES, name), 'utf8')] as const),
  );
  return texts.flatMap(([guide, text]) =>
    [...text.matchAll(/^```sh(?: ([^\n]*))?\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
      guide,
      info,
      code,
    })),
  );
}

/** Starts a service for the calling test file, against which `shell` runs the code of a guide. */
export function useGuides() {
  let service: Service;
  let receiver: TlsReceiver;
  let folder: string;
  /** Values for the dots in the guides, by the text before them. */
  let values: Record<string, string>;

  beforeAll(async () => {
    receiver = await startTlsReceiver({ answer: { status: 500 } });
    folder = await mkdtemp(join(tmpdir(), 'keyframe-guides-'));
    service = await startService({
      env: {
        EGRESS_ALLOW: receiver.allow,
        EGRESS_CA: receiver.caFile,
        CALLBACK_RETRIES: '50ms',
        RATE_CREATE: '60',
      },
    });
    values = { 'sk_test_…': service.testKey, 'own_…': service.ownerId };
  }, 200_000);

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await receiver?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  /** Replaces the addresses and ids of the guides by those of this run. */
  function insertValues(code: string): string {
    const text = code
      .replaceAll('http://localhost:4000/results/…', () => values['results/…'] ?? '')
      .replaceAll('http://localhost:4000', service.url)
      .replaceAll('http://127.0.0.1:4010', service.mockUrl)
      .replaceAll('npm run --silent admin --', `${process.execPath} ${ADMIN_SCRIPT}`);
    return Object.entries(values).reduce((filled, [dots, value]) => filled.replaceAll(dots, value), text);
  }

  async function shell(code: string): Promise<{ stdout: string; statuses: number[] }> {
    const statuses = join(folder, 'statuses');
    await writeFile(statuses, '');
    const { stdout } = await run('bash', ['-c', PRELUDE + insertValues(code)], {
      cwd: folder,
      env: {
        ...process.env,
        KEYFRAME_API_KEY: service.testKey,
        KEYFRAME_DATA: service.dataDirectory,
        DATABASE_URL: '',
        ANSWER: join(folder, 'answer'),
        STATUSES: statuses,
      },
    });
    return { stdout, statuses: (await readFile(statuses, 'utf8')).trim().split('\n').map(Number) };
  }

  return {
    service: () => service,
    receiver: () => receiver,
    shell,
    /** Adds values for dots in the guides. */
    setValues: (added: Readonly<Record<string, string>>) => Object.assign(values, added),
  };
}
