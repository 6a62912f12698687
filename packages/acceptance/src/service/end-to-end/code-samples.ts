// Runs the code samples of the served document against the service that serves it.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { openSharedService, type SharedService } from '../../support/shared-service.ts';

const run = promisify(execFile);
/** Below this package, where a sample finds the client, and nothing is tracked. */
const REPORTS = fileURLToPath(new URL('../../../reports/', import.meta.url));
/** The task that the samples are written with. */
const EXAMPLE_TASK = 'task_01jd3zq8m6v5t2x9c4b7n1k0ph';

interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

interface Documented {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; 'x-codeSamples': Sample[] }>>>
  >;
}

interface Language {
  readonly label: string;
  readonly file: string;
  readonly command: readonly string[];
  readonly probe: readonly string[];
}

let service: SharedService;
let folder: string;
let samples: (Sample & { readonly operationId: string })[];

async function startWithSamples(): Promise<void> {
  service = await openSharedService();
  await mkdir(REPORTS, { recursive: true });
  folder = await mkdtemp(join(REPORTS, 'samples-'));
  const response = await fetch(`${service.url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input: { prompt: 'a lake', duration: 4 } }),
  });
  const { taskId } = (await response.json()) as { taskId: string };
  const document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as Documented;
  samples = [];
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    for (const { source, ...sample } of operation['x-codeSamples']) {
      const { operationId } = operation;
      samples.push({ ...sample, operationId, source: source.replaceAll(EXAMPLE_TASK, taskId) });
    }
  }
}

/** The output of operations whose samples print no record. */
const PRINTED: Readonly<Record<string, RegExp>> = { streamTaskEvents: /task_|^completed$/m };

/** The command that runs a sample of each language, and one that succeeds if the language is installed. */
const LANGUAGES: readonly Language[] = [
  { label: 'curl', file: 'sample.sh', command: ['sh'], probe: ['curl', '--version'] },
  {
    label: 'TypeScript',
    file: 'sample.ts',
    command: [process.execPath],
    probe: [process.execPath, '--version'],
  },
  { label: 'Python', file: 'sample.py', command: ['python3'], probe: ['python3', '--version'] },
  { label: 'Go', file: 'sample.go', command: ['go', 'run'], probe: ['go', 'version'] },
];

/** Registers a test for each of the languages. */
export function testCodeSamples(labels: readonly string[]): void {
  beforeAll(startWithSamples);
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });
  const languages = LANGUAGES.filter(({ label }) => labels.includes(label));
  test.for(languages)(
    'the samples in $label get the response of their operation (needs $probe.0)',
    testLanguage,
  );
}

async function testLanguage({ label, file, command, probe }: Language, context: TestContext): Promise<void> {
  const [program = '', ...words] = command;
  const [probed = '', ...probeWords] = probe;
  const isInstalled = await run(probed, probeWords).then(
    () => true,
    () => false,
  );
  if (!isInstalled) context.skip(`${probed} is not installed`);
  const own = samples.filter((sample) => sample.label === label);
  expect(own.length).toBeGreaterThan(3);
  for (const { operationId, source } of own) {
    const path = join(folder, file);
    await writeFile(path, source);
    const { stdout } = await run(program, [...words, path], {
      cwd: folder,
      env: { ...process.env, KEYFRAME_API_KEY: service.testKey, GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
    });
    expect(stdout, operationId).toMatch(
      PRINTED[operationId] ?? /taskId|task_|available|credits_per_second|data/,
    );
    expect(stdout, operationId).not.toMatch(/"?error"?:/);
  }
}

/** Registers a test that compares the samples with the operations. */
export function testSampleCoverage(): void {
  test('every operation has a sample in every language', () => {
    const operations = new Set(samples.map(({ operationId }) => operationId));
    for (const { label } of LANGUAGES) {
      const shown = samples.filter((sample) => sample.label === label).map(({ operationId }) => operationId);
      expect(new Set(shown)).toEqual(operations);
    }
  });
}
