import { expect, test } from 'vitest';
import { resolveRevision } from './check-out.ts';

test('a revision is resolved to its commit', async () => {
  const commit = await resolveRevision('HEAD', '--from');
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(await resolveRevision(commit, '--from')).toBe(commit);
});

test.each(['-b', '--orphan=other', '--upload-pack=touch', '--since=yesterday', 'no-such-revision', ''])(
  'rejects %j, which names no commit',
  async (revision) => {
    await expect(resolveRevision(revision, '--from')).rejects.toThrow(
      `--from must name a commit of this repository (got ${revision})`,
    );
  },
);
