// A branch that breaks the contract, and one that breaks the service: keyframe ci, which runs on every pull
// request, stops both.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { type Finding, runCi } from '@keyframe/contract-gate';
import { expect, test } from 'vitest';
import { startGateSubject } from './gate-subject.ts';
import { startRewritingProxy } from './rewriting-proxy.ts';

const signal = new AbortController().signal;

async function withFolder<TResult>(use: (path: string) => Promise<TResult>): Promise<TResult> {
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-branch-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a branch that changes the contract is stopped where clients would break', () =>
  withFolder(async (folder) => {
    const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
    const text = JSON.stringify(contract);
    await writeFile(before, text);
    const checkBranch = async (changed: string) => {
      await writeFile(after, changed);
      const { report } = await runCi({ document: after, diff: { against: before } }, { signal });
      return report.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
    };
    expect(await checkBranch(text)).toEqual([]);
    const { '/v1/credits': _, ...paths } = contract.paths;
    expect(await checkBranch(JSON.stringify({ ...contract, paths }))).toContain('operation-removed');
    // A callback URL that was allowed yesterday.
    expect(await checkBranch(text.replaceAll('"maxLength":2048', '"maxLength":1024'))).toContain(
      'request-max-length-decreased',
    );
  }));

test('a branch that changes the service is stopped where it leaves the contract', () =>
  withFolder(async (folder) => {
    await using subject = await startGateSubject();
    const { url, close: _close, callbacks: _callbacks, ...access } = subject.access;
    await using proxy = await startRewritingProxy(url);
    const document = join(folder, 'contract.json');
    await writeFile(document, JSON.stringify(contract));
    const checkBranch = async (): Promise<Finding[]> => {
      const { report } = await runCi(
        {
          document,
          server: { ...access, url: proxy.url },
          test: { include: ['GET /v1/credits'], seed: 1, maxTimeMs: 60_000, propertyRuns: 1 },
        },
        { signal },
      );
      return report.findings;
    };
    expect(await checkBranch()).toEqual([]);
    proxy.break({
      reply: (reply, { path }) => {
        if (path === '/v1/credits' && reply.status === 200)
          reply.text = reply.text.replace(/:\d+/, ':"many"');
      },
    });
    const findings = await checkBranch();
    expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toContain(
      'body-schema GET /v1/credits',
    );
  }));
