import { expect, test } from 'vitest';
import { coverageProblems, type ShownTitles } from './requirement-coverage.ts';
import { DECISIONS, REQUIREMENTS } from './requirement-ids.ts';

const owed = [
  ...Object.entries(REQUIREMENTS).flatMap(([id, places]) => places.map((place) => `${id} ${place}`)),
  ...DECISIONS,
];

function problems(shown: ShownTitles[], knownGaps: string[]): string[] {
  return coverageProblems(shown, [{ reason: 'not built yet', obligations: knownGaps }]);
}

function allBut(...obligations: string[]): string[] {
  return owed.filter((obligation) => !obligations.includes(obligation));
}

test('nothing shown and everything left open is no problem', () => {
  expect(problems([], owed)).toEqual([]);
});

test('an id is owed in each of its places', () => {
  expect(problems([], allBut('RES-3 schema', 'RES-3 server', 'RES-4 schema', 'OPEN-1', 'OPEN-2'))).toEqual([
    'no passed test shows (schema): RES-3, RES-4',
    'no passed test shows (server): RES-3',
    'no passed test shows: OPEN-1, OPEN-2',
  ]);
});

test('a test shows an id only in the place of its package', () => {
  const shown = [{ directory: 'apps/server', titles: ['RES-3 refuses an unknown model'] }];
  expect(problems(shown, allBut('RES-3 schema', 'RES-3 server'))).toEqual([
    'no passed test shows (schema): RES-3',
  ]);
});

test('one title may show several ids', () => {
  const shown = [{ directory: 'packages/acceptance', titles: ['generation > STA-3, STA-5 charges once'] }];
  expect(problems(shown, allBut('STA-3 server', 'STA-5 server'))).toEqual([]);
});

test('a decision may be shown by any package', () => {
  const shown = [{ directory: 'apps/mock', titles: ['OPEN-1 answers 202'] }];
  expect(problems(shown, allBut('OPEN-1'))).toEqual([]);
});

test('RES-30 does not show RES-3', () => {
  const shown = [{ directory: 'apps/server', titles: ['RES-30 holds the task id'] }];
  expect(problems(shown, allBut('RES-3 server', 'RES-30 server'))).toEqual([
    'no passed test shows (server): RES-3',
  ]);
});

test('an id that is left open, yet shown, is a problem', () => {
  const shown = [{ directory: 'apps/server', titles: ['STA-3 reserves'] }];
  expect(problems(shown, owed)).toEqual(['STA-3 server: left open, yet shown by "STA-3 reserves"']);
});

test('an unknown id is a problem in a title and in the list', () => {
  const shown = [{ directory: 'apps/server', titles: ['RES-99 flies'] }];
  expect(problems(shown, [...owed, 'RES-98 server'])).toEqual([
    'RES-98 server: left open, but nothing asks for it',
    'RES-99: no such requirement, named by "RES-99 flies"',
  ]);
});
