import { expect, test } from 'vitest';
import type { Outcome } from './generate-document.ts';
import { writeReport } from './write-report.ts';

const STRICT: Outcome = { result: 'strict', rules: [], skipped: 0, reasons: [] };

test('writes a row for each document, with the rules or the first reason, and whether it compiles', () => {
  const document = { repository: 'a/b', commit: '0123456789', path: 'c_d.yaml' };
  const errors = { server: '', client: 'types.ts(1,1): error', types: '' };
  const report = writeReport([
    {
      ...document,
      result: {
        server: STRICT,
        client: { ...STRICT, result: 'lenient', rules: ['nullable'] },
        types: STRICT,
        errors,
      },
    },
    {
      ...document,
      path: 'e.json',
      isDrawn: true,
      result: {
        server: { ...STRICT, result: 'skipped', skipped: 2, reasons: ['a | b', 'c'] },
        client: { ...STRICT, result: 'refused', reasons: ['d'] },
        types: { ...STRICT, result: 'lenient' },
        errors: { server: '', client: '', types: '' },
      },
    },
  ]);
  const url = 'https://github.com/a/b/blob/0123456789';
  expect(report).toContain('2 documents of 1 public repositories');
  expect(report).toContain('1 of them, in italics');
  expect(report).toContain(
    '| server | 1 | 0 | 1 | 0 |\n| client | 0 | 1 | 0 | 1 |\n| types | 1 | 1 | 0 | 0 |',
  );
  expect(report.trimEnd().split('\n').slice(-2)).toEqual([
    `| [a/b@0123456 c\\_d.yaml](${url}/c_d.yaml) | strict | lenient: \`nullable\` | strict | not the client |`,
    `| _[a/b@0123456 e.json](${url}/e.json)_ | skipped 2: a \\| b | refused: d | lenient | yes |`,
  ]);
});
