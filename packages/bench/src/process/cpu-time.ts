import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** The unit of /proc/<pid>/stat, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Parent and CPU times of a process, which /proc/<pid>/stat has, in seconds. */
export interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** Times of children that have ended. */
  readonly ended: number;
}

/** Reads a line of /proc/<pid>/stat; the name in parentheses may contain anything (proc(5)). */
export function parseProcessTimes(stat: string): ProcessTimes {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (index: number) => (fields[index] ?? Number.NaN) / TICKS_PER_SECOND;
  return {
    parent: fields[1] ?? Number.NaN,
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  };
}

/** Gives the CPU time that all processes of a PostgreSQL on this machine have used, in seconds; Linux only. */
export async function readPostgresqlCpuSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  );
  const checkpointer = await readProcessTimes(String(rows[0]?.pid));
  if (checkpointer === undefined) throw new Error('CPU times of PostgreSQL are read on Linux only.');
  const postmaster = checkpointer.parent;
  let seconds = 0;
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const times = await readProcessTimes(pid);
    if (times?.parent === postmaster) seconds += times.own;
    if (Number(pid) === postmaster && times !== undefined) seconds += times.own + times.ended;
  }
  return seconds;
}

async function readProcessTimes(pid: string): Promise<ProcessTimes | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined ? undefined : parseProcessTimes(stat);
}
