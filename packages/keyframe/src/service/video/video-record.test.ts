import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLatestVideo } from './video-record.ts';

test('nothing is unfinished where no folder is, and other errors of the folder are reported', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-record-'));
  const env = { XDG_STATE_HOME: folder.path };
  await expect(findLatestVideo(env, 'account')).rejects.toThrow('No video of this key is unfinished.');
  mkdirSync(join(folder.path, 'keyframe'));
  writeFileSync(join(folder.path, 'keyframe/videos'), '');
  await expect(findLatestVideo(env, 'account')).rejects.toThrow('ENOTDIR');
});
