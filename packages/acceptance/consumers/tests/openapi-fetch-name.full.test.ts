// openapi-fetch installed under its old name by the commands of its README, in a project with openapi-react-query.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { run } from '../src/command.ts';
import { readBlocks } from '../src/readme-blocks.ts';

const DEPENDENCIES = {
  '@tanstack/react-query': '5.108.4',
  'openapi-fetch': '0.17.0',
  'openapi-react-query': '0.5.4',
  react: '19.2.0',
};

test('openapi-react-query gets the successor, and npm reports no conflict', async () => {
  const tarball = inject('tarballs')['@keyframe/openapi-fetch'] ?? '';
  const [block] = readBlocks('packages/openapi-fetch/README.md', 'Under the name openapi-fetch');
  const commands = block?.text ?? '';
  const folder = join(dirname(tarball), '../openapi-fetch-name');
  await mkdir(folder);
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies: DEPENDENCIES };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(['npm', 'install', '--no-audit', '--no-fund'], { cwd: folder });
  await run(['sh', '-ec', commands.replace('/path/to/keyframe/tarballs', dirname(tarball))], { cwd: folder });
  // Ends with 1 if a peer is not the required one.
  const listed = await run(['npm', 'ls', 'openapi-fetch'], { cwd: folder });
  expect(listed.match(/openapi-fetch@npm:@keyframe\/openapi-fetch@/g)).toHaveLength(2);
  const script = "import('openapi-fetch').then((module) => console.log(typeof module.default))";
  expect(await run(['node', '-e', script], { cwd: folder })).toBe('function\n');
});
