// Command: attacks that were found to succeed, each at its full size.
import type { Attack } from './attack.ts';
import { freeFailures, hangingReferences, sandboxDelays } from './job-attacks.ts';

const ATTACKS: readonly Attack[] = [hangingReferences, sandboxDelays, freeFailures];

for (const attack of ATTACKS) {
  const { name, before, after, bound, isWithinBound } = await attack();
  console.log(
    `${isWithinBound ? 'held' : 'FAILED'}  ${name}\n  before: ${before}\n  after:  ${after}\n  bound:  ${bound}`,
  );
  if (!isWithinBound) process.exitCode = 1;
}
