// Command: runs each attack that was once found to succeed, or those whose name contains a text, at full size.
import { parseArgs } from 'node:util';
import { UsageError } from '@keyframe/test-kit';
import { reportError } from '../../run-command.ts';
import type { Attack } from './attack.ts';
import { freeFailures, hangingReferences, sandboxDelays } from './job-attacks.ts';
import { manyKeys } from './key-attack.ts';
import { longCallbackHost } from './long-callback-host.ts';
import { MEDIA_ATTACKS } from './media-attacks.ts';
import { costlyImages, slowHosts } from './reference-attacks.ts';
import { runMediaAttack } from './run-media-attack.ts';
import { sharedHost } from './shared-host.ts';
import { silentNameServers } from './silent-name-servers.ts';

const ATTACKS: ReadonlyMap<string, Attack> = new Map([
  ...MEDIA_ATTACKS.map((attack): [string, Attack] => [
    attack.name,
    (signal) => runMediaAttack(attack, signal),
  ]),
  ['ten references that never answer', hangingReferences],
  ['144 images of 100 scans of four sandbox owners', costlyImages],
  ['hosts of 20 sandbox owners that send 24 kB/s', slowHosts],
  ['1,800 submissions with 30 keys of one owner', manyKeys],
  ['sixteen sandbox delays of 1,700 s', sandboxDelays],
  ['failures that cost nothing', freeFailures],
  ['callbacks of four owners that hang on a shared host', sharedHost],
  ['callbacks to 40 names whose name servers are silent', silentNameServers],
  ['a callback host of 236,003 characters', longCallbackHost],
]);

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
try {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const chosen = [...ATTACKS].filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) {
    throw new UsageError(`--only must be part of a name: ${[...ATTACKS.keys()].join('; ')}`);
  }
  for (const [name, attack] of chosen) {
    const { before, after, bound, isWithinBound } = await attack(interrupted.signal);
    const outcome = isWithinBound ? 'held' : 'FAILED';
    console.log(`${outcome}  ${name}\n  before: ${before}\n  after:  ${after}\n  bound:  ${bound}`);
    if (!isWithinBound) process.exitCode = 1;
  }
} catch (error) {
  process.exitCode = reportError(error);
}
