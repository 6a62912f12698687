// A second opinion on the mock of the contract, sequences of requests included.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startMockSubject } from './mock-subject.ts';

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
/** The command of Schemathesis: `pip install schemathesis==4.32.5`. */
const { SCHEMATHESIS } = process.env;

/** The findings that contradict the contract, with the reason. */
const CONTRADICTED: readonly (readonly [code: string, text: RegExp, reason: string])[] = [
  ['ST202', /(?:cursor|after): is unknown/, 'only the server knows cursors and positions'],
  ['ST202', /Idempotency-Key: was used/, 'the contract rejects a key with another body'],
  ['ST108', /"type": "string"/, 'the schema describes the text of the stream, not an event'],
];

function runSchemathesis(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(SCHEMATHESIS ?? '', args, { cwd, maxBuffer: Number.POSITIVE_INFINITY }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

/** Lists the findings that do not contradict the contract. */
function listFindings(output: string): string[] {
  const findings = output.split(/^(?=- ST\d+ )/m).slice(1);
  return findings.filter((text) => {
    const [, code] = /^- (ST\d+)/.exec(text) ?? [];
    return !CONTRADICTED.some(([known, pattern]) => known === code && pattern.test(text));
  });
}

test.skipIf(SCHEMATHESIS === undefined)(
  'Schemathesis finds nothing that the contract rules out (skipped without SCHEMATHESIS, its command)',
  async () => {
    await using subject = await startMockSubject();
    const { url, headers } = subject.access;
    // It stores its corpus in the current folder.
    const folder = await mkdtemp(join(tmpdir(), 'keyframe-schemathesis-'));
    try {
      const credentials = Object.entries(Object(headers)).flatMap(([name, value]) => [
        '-H',
        `${name}: ${value}`,
      ]);
      const options = ['--checks', 'all', '--seed', '1', '--max-examples', '25', '--no-color'];
      const output = await runSchemathesis(
        ['run', DOCUMENT, '--url', url, ...credentials, ...options],
        folder,
      );
      expect(listFindings(output)).toEqual([]);
      expect(output).toMatch(/Stateful/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
