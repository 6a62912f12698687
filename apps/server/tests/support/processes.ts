import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/db/embedded.ts';

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  readonly url: string;
  /** What it has written to its log so far. */
  log(): string;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Ends it with SIGKILL, in the middle of whatever it does. */
  kill(): Promise<unknown>;
  /** Sends SIGTERM and waits for the end; gives the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * Starts a server and waits until it is ready; what it writes to stderr is in the error when it ends before. `script`
 * is what is started, by default what an operator starts.
 */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  script: string = MAIN,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  // A hook that runs out of time never learns of its servers, and must not leave them.
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  ended.then(() => process.off('exit', abandon));
  const url = `http://127.0.0.1:${port}`;
  let log = '';
  child.stderr?.on('data', (text) => {
    log += text;
  });
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The server ended with ${child.exitCode}: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    log: () => log,
    ended,
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
    async stop() {
      const startedAt = performance.now();
      if (!hasEnded(child)) {
        child.kill('SIGTERM');
        await ended;
      }
      return { code: child.exitCode, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`)
    .then((response) => response.ok)
    .catch(() => false);
}

/** Asks a server for JSON; a given `json` is posted. */
export async function askJson(
  url: string,
  { key, json }: { readonly key: string; readonly json?: object },
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
