// Runs a script in namespaces of its own for processes, mounts and networks. When its first process ends, even by SIGKILL,
// the kernel ends every other process in them and removes the networks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const UNSHARE = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** The first process has to collect the ends of processes whose parents were killed, which a shell does as it waits. */
const FIRST_PROCESS = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && "$@"; exit $?';

/** Runs a script of Node with arguments until it ends, or Ctrl-C; returns its exit status, undefined if it was interrupted. */
export async function runIsolated(script: string, args: readonly string[]): Promise<number | undefined> {
  const command = ['unshare', ...UNSHARE, 'sh', '-c', FIRST_PROCESS, 'sh', process.execPath, script, ...args];
  // Ends with this process as well.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
  const [code] = await exit;
  return typeof code === 'number' ? code : undefined;
}
