// Runs the first command of the README.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../../../openapi-mcp');
const CLI = join(import.meta.dirname, '../../src/cli.ts');

test('the first command of the README lists the documented tools', async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const [, document = ''] = /^```yaml openapi\.yaml\n(.*?)^```$/ms.exec(readme) ?? [];
  const [, command = ''] = /^```sh list\nnpx @keyframe\/cli (mcp .*?)\n```$/ms.exec(readme) ?? [];
  const [, expected] = /^```text\n(.*?)^```$/ms.exec(readme) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'mcp-readme-'));
  try {
    await writeFile(join(folder, 'openapi.yaml'), document);
    const words = [CLI, ...command.split(' ')];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder });
    expect(stdout).toBe(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
