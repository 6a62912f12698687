import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

// Linux lists them in /proc; small images have no `ps`.
function listFromProc(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = readIfThere(`/proc/${name}/stat`);
      // The name of the program is in parentheses and may contain parentheses.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readIfThere(`/proc/${name}/cmdline`).replaceAll('\0', ' ');
      return { pid: Number(name), parent, command };
    })
    .filter(({ parent }) => Number.isInteger(parent));
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process has ended since it was listed.
  }
}

function listFromPs(): ProcessEntry[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  return Array.from(text.matchAll(/^ *(\d+) +(\d+) (.*)$/gm), ([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}

function listProcesses(): ProcessEntry[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

/** Lists the ids of all processes that descend from one. */
export function listDescendants(pid: number): number[] {
  const entries = listProcesses();
  const below = (parent: number): number[] =>
    entries.filter((entry) => entry.parent === parent).flatMap((entry) => [entry.pid, ...below(entry.pid)]);
  return below(pid);
}

/** Lists the ids of all processes that name a text, such as a path, in their command line. */
export function processesNaming(text: string): number[] {
  return listProcesses()
    .filter(({ command }) => command.includes(text))
    .map(({ pid }) => pid);
}

/** Returns whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ends a process at once, if it still exists. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}
