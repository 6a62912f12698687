// Prism's own command over the contract, as a child process: its parts keep no stable interface.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MockError } from './mock-error.ts';
import type { Mock, MockOptions } from './mock-options.ts';

type PrismProcess = ChildProcessByStdio<null, Readable, Readable>;

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const STOP_GRACE_MS = 5000;
const MAX_OUTPUT = 4000;

/** Starts Prism over the contract; throws a {@link MockError} when it does not listen. */
export async function startPrismMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', callbacks = true, log = () => undefined } = options;
  const prism = findPrism();
  const folder = callbacks ? undefined : await mkdtemp(join(tmpdir(), 'keyframe-mock-'));
  const document = folder === undefined ? DOCUMENT : await writeWithoutCallbacks(folder);
  const child = spawn(
    process.execPath,
    [prism, 'mock', document, '--port', String(port), '--host', host, '--no-multiprocess'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } },
  );
  const closed = once(child, 'close').finally(() => folder && rm(folder, { recursive: true, force: true }));
  let isStopping = false;
  const failed = new Promise<MockError>((resolve) => {
    closed.then(([code, signal]) => {
      if (!isStopping) resolve(new MockError('died', `Prism ended (${signal ?? `exit code ${code}`}).`));
    });
  });
  const stop = async () => {
    isStopping = true;
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    await closed;
    clearTimeout(timer);
  };
  return { url: await waitForUrl(child, { port, host, log }), failed, stop, [Symbol.asyncDispose]: stop };
}

/** Finds the script of Prism's command; throws a {@link MockError} that says how it is installed. */
export function findPrism(resolve = () => import.meta.resolve('@stoplight/prism-cli')): string {
  try {
    return fileURLToPath(resolve());
  } catch (cause) {
    throw new MockError(
      'not_started',
      '@stoplight/prism-cli is not installed. Install it: npm install --save-dev @stoplight/prism-cli@5.16.0',
      { cause },
    );
  }
}

async function writeWithoutCallbacks(folder: string): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8'), (name, value) =>
    name === 'callbacks' ? undefined : value,
  );
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify(document));
  return path;
}

function waitForUrl(
  prism: PrismProcess,
  { port, host, log }: { port: number; host: string; log: (line: string) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [prism.stdout, prism.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log(line);
        output = `${output}${line}\n`.slice(-MAX_OUTPUT);
        const [, url] = /is listening on (\S+)/.exec(line) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
    prism.once('close', () => {
      reject(
        output.includes('EADDRINUSE')
          ? new MockError('port_taken', `Port ${port} on ${host} is already in use.`)
          : new MockError('not_started', `The mock did not start. Output of Prism:\n${output}`),
      );
    });
  });
}
