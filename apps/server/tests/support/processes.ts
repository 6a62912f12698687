import { fileURLToPath } from 'node:url';
import { type Exit, freePort, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  readonly url: string;
  /** Returns its log so far. */
  log(): string;
  /** Resolves when the process is gone, for any reason. */
  readonly ended: Promise<Exit>;
  /** Ends it with SIGKILL in the middle of its work. */
  kill(): Promise<Exit>;
  /** Pauses the process with SIGSTOP, or lets it go on with SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
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
  const url = `http://127.0.0.1:${port}`;
  const child = startChild({
    args: [script],
    hasCleanEnv: true,
    env: { ...PRODUCTION_ENV, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
  });
  await child.waitUntilReady(`${url}/readyz`);
  const end = (signal: NodeJS.Signals): Promise<Exit> => {
    if (child.exit === undefined) child.signal(signal);
    return child.ended;
  };
  return {
    url,
    log: () => child.stderr,
    ended: child.ended,
    kill: () => end('SIGKILL'),
    signal: (signal) => child.signal(signal),
    async stop() {
      const startedAt = performance.now();
      const { code } = await end('SIGTERM');
      return { code, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
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
