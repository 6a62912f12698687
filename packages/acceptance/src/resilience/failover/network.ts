// Network namespaces on a bridge, and what cuts or slows the links between them. Everything is in the namespaces that
// `isolate.ts` creates, and vanishes with them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  APPLICATION_ADDRESS,
  APPLICATION_ETCD_ADDRESS,
  type DatabaseMachine,
  MACHINES,
  PREFIX_BITS,
} from './topology.ts';

const run = promisify(execFile);
const BRIDGE = 'keyframe';

/** Reverts a fault. */
export type Heal = () => Promise<void>;

async function ip(...args: string[]): Promise<void> {
  await run('ip', args);
}

/** Creates the bridge and the namespaces. */
export async function createNetwork(): Promise<void> {
  await ip('link', 'set', 'lo', 'up');
  await ip('link', 'add', BRIDGE, 'type', 'bridge');
  for (const address of [APPLICATION_ADDRESS, APPLICATION_ETCD_ADDRESS]) {
    await ip('address', 'add', `${address}/${PREFIX_BITS}`, 'dev', BRIDGE);
  }
  await ip('link', 'set', BRIDGE, 'up');
  for (const machine of MACHINES) await addMachine(machine);
}

async function addMachine({ name, address, etcdAddress }: DatabaseMachine): Promise<void> {
  await ip('netns', 'add', name);
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', name, 'master', BRIDGE, 'up');
  for (const own of [address, etcdAddress]) {
    await ip('-netns', name, 'address', 'add', `${own}/${PREFIX_BITS}`, 'dev', 'eth0');
  }
  for (const device of ['lo', 'eth0']) await ip('-netns', name, 'link', 'set', device, 'up');
}

/** Takes a machine off the network. */
export async function disconnect({ name }: DatabaseMachine): Promise<Heal> {
  await ip('link', 'set', name, 'down');
  return () => ip('link', 'set', name, 'up');
}

/** Silently discards what a machine sends to some addresses, answers included. */
export async function discardPackets({ name }: DatabaseMachine, addresses: readonly string[]): Promise<Heal> {
  const change = async (action: 'add' | 'delete') => {
    for (const address of addresses) await ip('-netns', name, 'route', action, 'blackhole', `${address}/32`);
  };
  await change('add');
  return () => change('delete');
}

/** Limits what a machine receives to 1 Mbit/s. */
export async function limitRate({ name }: DatabaseMachine): Promise<Heal> {
  const limit = ['rate', '1mbit', 'burst', '32kbit', 'latency', '400ms'];
  await run('tc', ['qdisc', 'add', 'dev', name, 'root', 'tbf', ...limit]);
  return async () => {
    await run('tc', ['qdisc', 'delete', 'dev', name, 'root']);
  };
}

/** Lists the processes of a machine, with the names of their programs. */
export async function listProcesses({ name }: DatabaseMachine): Promise<{ pid: number; program: string }[]> {
  const { stdout } = await run('ip', ['netns', 'pids', name]);
  const pids = stdout.split('\n').filter(Boolean);
  if (pids.length === 0) return [];
  // A process that has ended since is not listed, which `ps` reports by its exit status.
  const listed = await run('ps', ['-o', 'pid=,comm=', '-p', pids.join()]).catch((error) => error);
  const lines = String(listed.stdout).matchAll(/^ *(\d+) (\S+)/gm);
  return Array.from(lines, ([, pid, program = '']) => ({ pid: Number(pid), program }));
}
