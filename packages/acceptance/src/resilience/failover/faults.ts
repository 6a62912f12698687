// The faults of a round, each with the way back.
import { setTimeout as wait } from 'node:timers/promises';
import type { Roles } from './cluster.ts';
import { discardPackets, disconnect, type Heal, limitRate } from './network.ts';
import { switchOver } from './patroni-client.ts';
import type { FaultName } from './plan.ts';
import { APPLICATION_ADDRESS } from './topology.ts';

/** Cluster and service that a fault is injected into. */
export interface FaultTarget extends Roles {
  /** The standby that the fault concerns. */
  readonly standby: Roles['standbys'][number];
  /** Waits until another member is the primary. */
  awaitFailover(): Promise<void>;
  /** Waits until both routes have accepted a submission from now on. */
  awaitAcceptance(): Promise<void>;
  /** Notes an event in the timeline. */
  note(text: string): void;
  readonly signal: AbortSignal;
}

const PAUSE_MS = 15_000;
const CUT_MS = 10_000;
const SLOW_MS = 15_000;
/** Time for submissions that wait for standbys in vain. */
const UNREPLICATED_MS = 4_000;
/** PostgreSQL takes about a second to recover from a crash. */
const CRASH_RECOVERY_MS = 3_000;

/** Faults by name; each resolves when it is healed. */
export const INJECT: Readonly<Record<FaultName, (target: FaultTarget) => Promise<void>>> = {
  // Patroni starts it again where it was.
  'kill PostgreSQL': async ({ primary, awaitAcceptance }) => {
    await primary.signal('SIGKILL', ['postgres']);
    await awaitAcceptance();
  },
  'kill Patroni and PostgreSQL': async (target) => {
    await target.primary.signal('SIGKILL', ['patroni', 'postgres']);
    await target.awaitFailover();
    await target.awaitAcceptance();
    target.primary.startPatroni();
  },
  'pause the machine for 15 s': async ({ primary, signal }) => {
    const programs = ['patroni', 'postgres', 'etcd'] as const;
    await primary.signal('SIGSTOP', programs);
    try {
      await wait(PAUSE_MS, undefined, { signal });
    } finally {
      await primary.signal('SIGCONT', programs);
    }
  },
  'disconnect the machine': async (target) => {
    await during(await disconnect(target.primary), async () => {
      await target.awaitFailover();
      await target.awaitAcceptance();
    });
  },
  'cut the primary off from etcd': async (target) => {
    const heals = await Promise.all(
      target.standbys.map((standby) => discardPackets(standby, [target.primary.etcdAddress])),
    );
    await during(
      async () => {
        for (const heal of heals) await heal();
      },
      async () => {
        await target.awaitFailover();
        await target.awaitAcceptance();
      },
    );
  },
  // The primary is well, so nothing fails over: the service waits.
  'cut the service off from the primary': async ({ primary, signal }) => {
    const heal = await discardPackets(primary, [APPLICATION_ADDRESS]);
    await during(heal, () => wait(CUT_MS, undefined, { signal }));
  },
  'slow standby': async ({ standby, signal }) => {
    await during(await limitRate(standby), () => wait(SLOW_MS, undefined, { signal }));
  },
  'planned switchover': async ({ primary, standby }) => {
    await switchOver(primary, standby);
  },
  // After the crash, commits that no standby has are visible on the primary. They must not be confirmed to anyone.
  'crash without standbys, then failover': async (target) => {
    const { primary, standbys, note, signal } = target;
    const heal = await discardPackets(
      primary,
      standbys.map(({ address }) => address),
    );
    // Until the failover: a socket of a killed process still sends what it holds.
    await during(heal, async () => {
      await wait(UNREPLICATED_MS, undefined, { signal });
      // A Patroni that sees the standbys gone would take from them the right to become the primary.
      await primary.signal('SIGKILL', ['patroni']);
      await primary.crashPostgresql();
      note('crash');
      await wait(CRASH_RECOVERY_MS, undefined, { signal });
      await primary.signal('SIGKILL', ['postgres']);
      note('death');
      await target.awaitFailover();
    });
    await target.awaitAcceptance();
    primary.startPatroni();
  },
};

async function during(heal: Heal, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } finally {
    await heal();
  }
}
