// A server that is not available does not discard the results about the document.
import { readFile } from 'node:fs/promises';
import { createDocument, folderWith } from '@keyframe/contract-gate/testing';
import { expect, test } from 'vitest';
import { gate } from './run-gate.ts';

const createThings = (maximum: number) =>
  createDocument({
    '/things': {
      get: {
        responses: {
          '200': {
            description: 'The size.',
            content: { 'application/json': { schema: { type: 'integer', maximum } } },
          },
        },
      },
    },
  });

test.each([
  [`async () => { throw new Error('no answer within 30 s'); }`, 'did not start: no answer within 30 s'],
  [`{ url: 'http://127.0.0.1:1' }`, 'http://127.0.0.1:1/ cannot be reached: ECONNREFUSED.'],
])('reports breaking changes although the server is %s', async (server, reason) => {
  const config = `export const config = { apis: { things: {
    document: 'new.json', diff: { against: 'old.json' }, server: ${server}, test: {},
    report: { json: 'report.json', junit: 'report.xml' },
  } } };`;
  await using folder = await folderWith({
    'old.json': createThings(10),
    'new.json': createThings(20),
    'keyframe.config.ts': config,
  });
  const { code, stdout } = await gate(['ci'], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain('[response-maximum-increased]');
  expect(stdout).toContain(reason);
  expect(stdout).toContain('test: skipped, the server is not available');
  const { findings } = JSON.parse(await readFile(folder.at('report.json'), 'utf8'));
  expect(findings.map(({ check }: { check: string }) => check).sort()).toEqual([
    'response-maximum-increased',
    'server-unavailable',
  ]);
  expect(await readFile(folder.at('report.xml'), 'utf8')).toContain('errors="0"');
});
