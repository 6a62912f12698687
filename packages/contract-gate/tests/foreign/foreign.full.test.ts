// The gate against servers that nobody here wrote. GATE_FOREIGN=long asks about every mock, and gives each server a minute.
import { valueAt } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Finding, runConformance } from '../../src/index.ts';
import { explainCheck } from '../../src/pages/pages.ts';
import { formatCurl } from '../../src/report/curl.ts';
import { startBlankServer } from './documents.ts';
import type { ForeignServer } from './foreign-server.ts';
import { APPS, BLANKS, type ForeignSubject, MOCKS } from './servers.ts';

const isLong = process.env.GATE_FOREIGN === 'long';
const MAX_TIME_MS = isLong ? 60_000 : 5_000;
const SUBJECTS: Readonly<Record<string, ForeignSubject>> = isLong
  ? { ...APPS, ...MOCKS }
  : { ...APPS, 'Train Travel': MOCKS['Train Travel'] as ForeignSubject };

function testForeignServer({ url, document }: ForeignServer) {
  return runConformance({
    document,
    server: url,
    // Credentials for all documents; the mocks only check that one is present.
    headers: { authorization: 'Bearer token', 'x-figma-token': 'token', 'api-key': 'token' },
    callbacks: { waitMs: 2_000 },
    seed: 1,
    maxTimeMs: MAX_TIME_MS,
    workers: 8,
  });
}

test.each(Object.entries(SUBJECTS))(
  '%s: findings are explained, and of a kind that is known to be true',
  async (_name, { start, known }) => {
    await using server = await start();
    const { findings, statistics } = await testForeignServer(server);
    expect(statistics.requests).toBeGreaterThan(50);
    const unknown = findings.filter(({ check }) => !Object.hasOwn(known, check));
    expect(unknown.map(summarizeFinding)).toEqual([]);
    for (const finding of findings) await expectExplained(finding, server);
  },
);

test.runIf(isLong).each(Object.entries(BLANKS))(
  '%s: explains the findings of a large document',
  async (_name, path) => {
    await using server = await startBlankServer(path);
    const { findings } = await testForeignServer(server);
    for (const finding of findings) await expectExplained(finding, server);
  },
);

async function expectExplained(finding: Finding, { document }: ForeignServer): Promise<void> {
  const { check, pointer, request, operation, seed, expected, received } = finding;
  expect(explainCheck(check), check).toContain('keyframe test');
  // Inherited parts of an operation, such as its security, are at another pointer.
  const isThere = valueAt(document.document, pointer) !== undefined;
  expect(isThere || /\/(?:security|content)$/.test(pointer), `${check} at ${pointer}`).toBe(true);
  if (request) expect(formatCurl(request)).toMatch(/^(?:printf .* \| )?curl /);
  expect([operation, seed]).toEqual([expect.any(String), 1]);
  expect(expected).not.toBe('');
  expect(received).not.toBe('');
}

function summarizeFinding({ check, operation, message, received, request }: Finding): string {
  return `${check}: ${operation}: ${message} ${received} (${request ? formatCurl(request) : 'no request'})`;
}
