// Cost of a process and its descendants so far, read from Linux's files.

import { readFileSync } from 'node:fs';
import { listDescendants } from '@keyframe/test-kit';

export interface ProcessCost {
  /** CPU time, that of ended children included. */
  readonly cpuSeconds: number;
  /** Resident memory. PostgreSQL's shared memory counts in each of its processes. */
  readonly residentMib: number;
}

const TICKS_PER_SECOND = 100;
const PAGES_PER_MIB = 256;

/** Adds up what the processes of a tree have cost. */
export function readProcessCost(pid: number): ProcessCost {
  const costs = [pid, ...listDescendants(pid)].map(readOne);
  return {
    cpuSeconds: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    residentMib: costs.reduce((sum, { residentMib }) => sum + residentMib, 0),
  };
}

function readOne(pid: number): ProcessCost {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): behind the name come the state and 10 more, then four times of which two are the ended children's.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return { cpuSeconds: ticks / TICKS_PER_SECOND, residentMib: (fields[21] ?? 0) / PAGES_PER_MIB };
  } catch {
    return { cpuSeconds: 0, residentMib: 0 }; // It has ended since it was listed.
  }
}
