// The processes of one machine with a database.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, isAlive } from '@keyframe/test-kit';
import { listEtcdArguments, renderPatroni } from './configuration.ts';
import { listProcesses } from './network.ts';
import type { Programs } from './prerequisites.ts';
import type { DatabaseMachine } from './topology.ts';

/** Folders of a run. */
export interface Folders {
  readonly data: string;
  readonly logs: string;
}

/** Programs that a machine runs. */
export type MachineProgram = 'patroni' | 'postgres' | 'etcd';

/** A machine that runs. */
export interface RunningMachine extends DatabaseMachine {
  /** Starts its Patroni, which starts PostgreSQL. */
  startPatroni(): void;
  /** Sends a signal to every process of some of its programs; after SIGKILL, resolves when they are gone. */
  signal(name: NodeJS.Signals, programs: readonly MachineProgram[]): Promise<void>;
  /** Kills one process of PostgreSQL, which then ends all others and recovers by itself. */
  crashPostgresql(): Promise<void>;
}

/** Starts etcd on a machine. */
export async function startMachine(
  machine: DatabaseMachine,
  { data, logs }: Folders,
  programs: Programs,
): Promise<RunningMachine> {
  const { name } = machine;
  const { uid, gid } = programs.user;
  const own = join(data, name);
  await mkdir(own, { recursive: true });
  await chown(own, uid, gid);
  await chmod(own, 0o700);
  const configuration = join(own, 'patroni.json');
  await writeFile(configuration, renderPatroni(machine, { folder: data, binaries: programs.postgresql }));
  await chown(configuration, uid, gid);
  const start = (program: string, args: readonly string[]): void => {
    const log = openSync(join(logs, `${name}-${program.split('/').at(-1)}.log`), 'a');
    const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const child = spawn('ip', ['netns', 'exec', name, 'setpriv', ...user, program, ...args], {
      cwd: own,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      // Ctrl-C is for the run, which ends the rest.
      detached: true,
    });
    // It does not keep the run from ending, which ends it as well.
    child.unref();
  };
  start(programs.etcd, listEtcdArguments(machine, data));
  return {
    ...machine,
    startPatroni() {
      start(programs.patroni, [configuration]);
    },
    async signal(signal, names) {
      const pids = (await listProcesses(machine))
        .filter(({ program }) => names.some((named) => program === named))
        .map(({ pid }) => pid);
      for (const pid of pids) sendSignal(pid, signal);
      if (signal === 'SIGKILL') {
        await eventually(`${names} on ${name} to be gone`, () => !pids.some(isAlive), { timeoutMs: 10_000 });
      }
    },
    async crashPostgresql() {
      const postgresql = (await listProcesses(machine)).filter(({ program }) => program === 'postgres');
      // The first one is the postmaster, which started the others.
      const newest = postgresql.toSorted((left, right) => left.pid - right.pid).at(-1);
      if (newest === undefined) throw new Error(`PostgreSQL does not run on ${name}.`);
      sendSignal(newest.pid, 'SIGKILL');
    },
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}
