// Command: the last release and this version side by side on one database, in both orders.
import { join } from 'node:path';
import {
  checkOut,
  createDataDirectory,
  findLastRelease,
  listScripts,
  resolveRevision,
  UsageError,
} from '@keyframe/test-kit';
import { runCommand } from '../../run-command.ts';
import { runUpgrade } from './run-upgrade.ts';

const form = { name: 'upgrade', counted: 'seconds', count: 10, takesRevision: true };
await runCommand(form, async ({ count: seconds, seed, signal, from }) => {
  await using folder = await createDataDirectory();
  const revision = from ?? (await findLastRelease());
  if (revision === undefined) {
    throw new UsageError('--from must name a revision, because no commit before this one has a release tag');
  }
  const commit = await resolveRevision(revision, '--from');
  console.error(`installing ${revision}`);
  const earlier = await checkOut(commit, join(folder.path, 'earlier'));
  const current = listScripts();
  const orders = [
    { name: `${revision}, then this version`, first: earlier, second: current },
    { name: `this version, then ${revision}`, first: current, second: earlier },
  ];
  const figures: [string, number][] = [];
  const findings: string[] = [];
  for (const { name, ...versions } of orders) {
    console.error(name);
    const outcome = await runUpgrade({ ...versions, seed, seconds, signal });
    figures.push(
      ...Object.entries(outcome.figures).map(
        ([figure, value]) => [`${name}: ${figure}`, value] as [string, number],
      ),
    );
    findings.push(...outcome.findings.map((finding) => `${name}: ${finding}`));
  }
  return { figures, findings };
});
