// Runs the example of the README.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEST_SECRET } from '@keyframe/openapi-mock';
import { freePort, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../../openapi-mock');
const CLI = join(import.meta.dirname, '../src/cli.ts');
const README = await readFile(join(PACKAGE, 'README.md'), 'utf8');

test('the example of the README prints the documented output', async () => {
  const [, code = ''] = /^```ts tour\.ts\n(.*?)^```$/ms.exec(README) ?? [];
  const [, expected] = /^```text\n(.*?)^```$/ms.exec(README) ?? [];
  const path = join(PACKAGE, 'tests', `tour-${process.pid}.ts`);
  try {
    await writeFile(path, code.replace('@keyframe/cli/mock', '../src/index.ts'));
    const { stdout } = await promisify(execFile)(process.execPath, [path]);
    expect(stdout).toBe(expected);
  } finally {
    await rm(path, { force: true });
  }
});

function readBlock(info: string): string {
  return new RegExp(`^\`\`\`${info}\\n(.*?)^\`\`\`$`, 'ms').exec(README)?.[1] ?? '';
}

test('the calls of the README get the documented responses from the served document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-readme-'));
  const port = String(await freePort());
  try {
    await writeFile(join(folder, 'openapi.yaml'), readBlock('yaml openapi\\.yaml'));
    const words = readBlock('sh mock').trim().replace('4010', port).split(' ').slice(2);
    await using child = startChild({ args: [CLI, ...words], cwd: folder });
    await child.waitForOutput(/^Mock: /m);
    const replies: string[] = [];
    for (const line of readBlock('sh calls').trim().split('\n')) {
      const [, url = '', body] = /(http:\S+)(?: --json '(.*)')?$/.exec(line) ?? [];
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body };
      replies.push(`${await (await fetch(url.replace('4010', port), init)).text()}\n`);
    }
    expect(replies.join('')).toBe(readBlock('text replies'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the README documents the secret that signs callbacks', () => {
  expect(README).toContain(TEST_SECRET);
});
