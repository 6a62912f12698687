// A process of the service that is started again whenever it ends, as systemd or Kubernetes would.

import { setTimeout as wait } from 'node:timers/promises';
import {
  type Child,
  eventually,
  freePort,
  isReady,
  killProcess,
  PRODUCTION_ENV,
  startChild,
} from '@keyframe/test-kit';
import { MAIN_SCRIPT } from '../../support/server-scripts.ts';

const RESTART_DELAY_MS = 100;
/** The one reason for which a start may fail while PostgreSQL is being killed. */
const NO_DATABASE = /Cannot (use|reach) the database of (MIGRATION_)?DATABASE_URL/;

/** A supervised process; disposing of it stops it for good. */
export interface Supervised extends AsyncDisposable {
  readonly url: string;
  /** Ends that nobody asked for, other than starts that failed for want of the database. */
  readonly unexpectedEnds: readonly string[];
  /** Starts that the database's absence prevented. */
  readonly failedStarts: number;
  /** Kills it during its start or its work; false while there is no process to kill. */
  kill(): boolean;
  /** Waits until it answers; it may be killed again right after. */
  ready(): Promise<void>;
}

/** Lists the unexpected ends of processes. */
export function listUnexpectedEnds(processes: readonly Pick<Supervised, 'unexpectedEnds'>[]): string[] {
  return processes.flatMap(({ unexpectedEnds }) => unexpectedEnds);
}

/** Starts a process of the server, of this version unless another script is given, and keeps it running. */
export async function supervise(
  env: Readonly<Record<string, string>>,
  script: string = MAIN_SCRIPT,
): Promise<Supervised> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const unexpectedEnds: string[] = [];
  const stopping = new AbortController();
  let child: Child | undefined;
  let isKilled = false;
  let failedStarts = 0;

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      isKilled = false;
      child = startChild({ args: [script], env: { ...PRODUCTION_ENV, ...env, PORT: String(port) } });
      const { code, signal } = await child.ended;
      if (stopping.signal.aborted) return;
      if (!isKilled && NO_DATABASE.test(child.stderr)) failedStarts += 1;
      else if (!isKilled) unexpectedEnds.push(`${env.ROLE} ended with ${code ?? signal}:\n${child.stderr}`);
      await wait(RESTART_DELAY_MS);
    }
  }

  const watching = watch();
  return {
    url,
    unexpectedEnds,
    get failedStarts() {
      return failedStarts;
    },
    kill() {
      if (child === undefined || child.exit !== undefined || isKilled) return false;
      isKilled = true;
      killProcess(child.pid);
      return true;
    },
    async ready() {
      await eventually(`${env.ROLE} on ${url} to be ready`, () => isReady(`${url}/readyz`));
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await child?.[Symbol.asyncDispose]();
      await watching;
    },
  };
}
