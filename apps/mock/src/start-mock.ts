// Runs Prism's own command over the contract as a child process: its parts keep no stable interface.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MockError } from './mock-error.ts';

/** Where the mock listens and who hears its log, line by line. */
export interface MockOptions {
  /** 0 takes a free port. */
  port: number;
  host: string;
  log?: (line: string) => void;
}

/** A running mock; `stop` resolves when its process is gone and may be called again. */
export interface Mock {
  url: string;
  stop(): Promise<void>;
}

interface Prism extends ChildProcess {
  stdout: Readable;
  stderr: Readable;
}

const PRISM = fileURLToPath(new URL('prism.ts', import.meta.url));
const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const LISTENING = /Prism is listening on (http:\/\/\S+)/;
const STOP_GRACE_MS = 5000;

function isPiped(child: ChildProcess): child is Prism {
  return child.stdout !== null && child.stderr !== null;
}

function forkPrism({ port, host }: MockOptions): Prism {
  const child = fork(PRISM, ['mock', DOCUMENT, '--port', String(port), '--host', host], {
    silent: true,
    execArgv: [],
    // Colours would stand in the middle of the line that holds the address.
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  if (!isPiped(child)) throw new MockError('not_started', 'The output of Prism can not be read.');
  return child;
}

function onLine(stream: Readable, heard: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) heard(line);
  });
}

function startError({ port, host }: MockOptions, output: readonly string[]): MockError {
  const text = output.join('\n');
  return text.includes('EADDRINUSE')
    ? new MockError('port_taken', `Port ${port} of ${host} is taken: set MOCK_PORT to a free one.`)
    : new MockError('not_started', `The mock did not start. Prism said:\n${text}`);
}

function waitForUrl(prism: Prism, options: MockOptions): Promise<string> {
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    const heard = (line: string): void => {
      output.push(line);
      options.log?.(line);
      const url = LISTENING.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    };
    onLine(prism.stdout, heard);
    onLine(prism.stderr, heard);
    prism.once('close', () => reject(startError(options, output)));
    prism.once('error', (cause) =>
      reject(new MockError('not_started', 'Prism could not be run.', { cause })),
    );
  });
}

async function stopPrism(prism: Prism): Promise<void> {
  if (prism.exitCode !== null || prism.signalCode !== null) return;
  const gone = once(prism, 'exit');
  prism.kill('SIGTERM');
  const impatience = setTimeout(() => prism.kill('SIGKILL'), STOP_GRACE_MS);
  await gone;
  clearTimeout(impatience);
}

/** Starts the mock of the contract; throws a {@link MockError} when it can't listen. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const prism = forkPrism(options);
  const url = await waitForUrl(prism, options);
  return { url, stop: () => stopPrism(prism) };
}
