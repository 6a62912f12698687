// The examples of the READMEs, run with only the address and the key replaced.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedService, type SharedService } from '../../support/shared-service.ts';

const run = promisify(execFile);
const ROOT = new URL('../../../../../', import.meta.url);
let service: SharedService;

beforeAll(async () => {
  service = await openSharedService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function readExample(path: string): Promise<string> {
  const text = await readFile(new URL(path, ROOT), 'utf8');
  const [, example] = /^```ts\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (example === undefined) throw new Error(`${path} holds no example.`);
  return example
    .replace(/'sk_test_…'/, `'${service.testKey}'`)
    .replace(/'http:\/\/[^']+:4000'/, `'${service.url}'`);
}

test.concurrent.for(['README.md', 'packages/client/README.md'])(
  'the example of %s runs and prints the link of a video',
  async (path) => {
    const example = await readExample(path);
    expect(example).toContain(service.url);
    // Below this package, so that the example finds the client, and where nothing is tracked.
    const file = new URL(`../../../reports/example-${path.length}.ts`, import.meta.url);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, example);
    try {
      const { stdout } = await run(process.execPath, [file.pathname], { timeout: 200_000 });
      expect(stdout).toContain(`${service.url}/results/task_`);
    } finally {
      await rm(file);
    }
  },
);
