// Runs Prism's own command over the contract as a child process: its parts keep no stable interface.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MockError } from '../mock-error.ts';

/** A Prism that listens on a free loopback port. */
export interface PrismProcess {
  url: string;
  /** Resolves when the process is gone, to how it ended. */
  ended: Promise<string>;
  /** Resolves when the process is gone; may be called again. */
  stop(): Promise<void>;
}

interface PipedChild extends ChildProcess {
  stdout: Readable;
  stderr: Readable;
}

const PRISM = fileURLToPath(import.meta.resolve('#prism'));
const OPTIONS = ['--port', '0', '--host', '127.0.0.1', '--verboseLevel', 'silent', '--no-multiprocess'];
const STOP_GRACE_MS = 5000;
const MAX_TAIL = 4000;

function isPiped(child: ChildProcess): child is PipedChild {
  return child.stdout !== null && child.stderr !== null;
}

function forkPrism(document: string): PipedChild {
  const child = fork(PRISM, ['mock', document, ...OPTIONS], {
    silent: true,
    execArgv: [],
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  if (!isPiped(child)) throw new MockError('not_started', 'The output of Prism cannot be read.');
  return child;
}

/** Gives the end of what a process writes; only its end is ever shown. */
function collectTail(...streams: Readable[]): () => string {
  let tail = '';
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      tail = (tail + chunk).slice(-MAX_TAIL);
    });
  }
  return () => tail;
}

/** Finds the line that names an error, rather than where it was thrown. */
function findError(output: string): string | undefined {
  return /^.*Error: .*$/m.exec(output)?.[0].trim();
}

function waitForUrl(prism: PipedChild, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    prism.once('message', (address: AddressInfo) => resolve(`http://127.0.0.1:${address.port}`));
    prism.once('close', () =>
      reject(new MockError('not_started', `The mock did not start. Output of Prism:\n${output()}`)),
    );
    prism.once('error', (cause) =>
      reject(new MockError('not_started', 'Prism could not be run.', { cause })),
    );
  });
}

async function stopPrism(prism: PipedChild): Promise<void> {
  if (prism.exitCode !== null || prism.signalCode !== null) return;
  const gone = once(prism, 'exit');
  prism.kill('SIGTERM');
  const forceKill = setTimeout(() => prism.kill('SIGKILL'), STOP_GRACE_MS);
  await gone;
  clearTimeout(forceKill);
}

/** Starts Prism over a document; throws a {@link MockError} when it does not listen. */
export async function startPrism(document: string): Promise<PrismProcess> {
  const prism = forkPrism(document);
  const output = collectTail(prism.stdout, prism.stderr);
  const ended = once(prism, 'close').then(
    ([code, signal]) => signal ?? findError(output()) ?? `exit code ${code}`,
  );
  const url = await waitForUrl(prism, output);
  return { url, ended, stop: () => stopPrism(prism) };
}
