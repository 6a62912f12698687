import { writeFileSync } from 'node:fs';
import type { Report } from '@keyframe/contract-gate';
import { readDocument } from '@keyframe/openapi-model';
import type { Usage } from '@keyframe/openapi-usage';
import { expect, test } from 'vitest';
import { enterProject } from '../../tests/run-keyframe.ts';
import { createConsumerNote } from './note-consumers.ts';

const POINTER = '#/paths/~1things~1{id}/get/responses/200/content/application~1json/schema/properties/id';
const USAGE: Usage = {
  usage: 1,
  document: { title: 'Things', version: '1.0.0' },
  date: '2026-11-29',
  operations: { 'GET /things/{id}': { calls: ['a.ts:1'] } },
  places: {},
};

/** Notes who is hit by a change of a member; `web` has the usage file. */
async function note(usage: Usage, pattern = 'web=web.json') {
  using _project = enterProject('{}');
  writeFileSync('web.json', JSON.stringify(usage));
  const { model } = await readDocument('openapi.yaml', {});
  const [, consumer, file = pattern] = /^(.*)=(.*)$/.exec(pattern) ?? [];
  const noteConsumers = createConsumerNote({
    consumers: [{ consumer, pattern: file }],
    'fail-on': ['used'],
    today: '2026-11-29',
  });
  const change = {
    rule: 'response-type-changed',
    pointer: POINTER,
    level: 'error',
    operations: ['GET /things/{id}'],
  };
  const finding = { severity: 'error', message: 'Changed.' };
  const report = { changes: [change], findings: [finding] } as unknown as Pick<
    Report,
    'changes' | 'findings'
  >;
  noteConsumers?.(report, model);
  return report.findings[0];
}

test('a change that hits nobody is a warning', async () => {
  expect(await note(USAGE)).toEqual({
    severity: 'warning',
    message: 'Changed. Nobody reads `id`; the newest usage file is of today.',
    uses: [],
  });
});

test('a consumer whose file uses nothing of the document may use everything', async () => {
  const usage = { ...USAGE, operations: { 'GET /orders': { calls: ['a.ts:1'] } } };
  expect(await note(usage)).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('The usage file of web uses nothing of this document.'),
  });
  expect(await note({ ...USAGE, operations: {} })).toMatchObject({ severity: 'error' });
  expect(await note(usage, 'w*.json')).toMatchObject({ severity: 'warning' });
});

test('uses have the locations in this folder only', async () => {
  const reads = ['openapi.yaml:2', `${import.meta.filename}:1`, '../:1', './:1', 'nowhere.ts:3'];
  expect(await note({ ...USAGE, places: { [POINTER]: { reads } } })).toMatchObject({
    severity: 'error',
    uses: [{ file: 'openapi.yaml', line: 2, column: 1 }],
  });
});
