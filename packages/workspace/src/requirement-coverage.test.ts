import { expect, test } from 'vitest';
import { coverageProblems, type PassedTests } from './requirement-coverage.ts';
import { DECISIONS, REQUIREMENTS } from './requirement-ids.ts';

const owed = [
  ...Object.entries(REQUIREMENTS).flatMap(([id, scopes]) => scopes.map((scope) => `${id} ${scope}`)),
  ...DECISIONS,
];

function problems(shown: PassedTests[], knownGaps: string[]): string[] {
  return coverageProblems(shown, [{ reason: 'not built yet', obligations: knownGaps }]);
}

function allBut(...obligations: string[]): string[] {
  return owed.filter((obligation) => !obligations.includes(obligation));
}

test('nothing shown and everything left open is no problem', () => {
  expect(problems([], owed)).toEqual([]);
});

test('an id is required in each of its scopes', () => {
  expect(problems([], allBut('RES-3 schema', 'RES-3 server', 'RES-4 schema', 'OPEN-1', 'OPEN-2'))).toEqual([
    'no passed test shows (schema): RES-3, RES-4',
    'no passed test shows (server): RES-3',
    'no passed test shows: OPEN-1, OPEN-2',
  ]);
});

test('a test verifies an id only in the scope of its package', () => {
  const shown = [
    { directory: 'apps/server', tests: [{ title: 'RES-3 refuses an unknown model', requirements: [] }] },
  ];
  expect(problems(shown, allBut('RES-3 schema', 'RES-3 server'))).toEqual([
    'no passed test shows (schema): RES-3',
  ]);
});

test('one title may show several ids', () => {
  const shown = [
    {
      directory: 'packages/acceptance',
      tests: [{ title: 'generation > STA-3, STA-5 charges once', requirements: [] }],
    },
  ];
  expect(problems(shown, allBut('STA-3 server', 'STA-5 server'))).toEqual([]);
});

test('the requirements of a test may be in its meta', () => {
  const tests = [{ title: 'charges once', requirements: ['STA-3', 'STA-5'] }];
  const shown = [{ directory: 'packages/acceptance', tests }];
  expect(problems(shown, allBut('STA-3 server', 'STA-5 server'))).toEqual([]);
});

test('a decision may be shown by any package', () => {
  const shown = [{ directory: 'packages/mock', tests: [{ title: 'OPEN-1 answers 202', requirements: [] }] }];
  expect(problems(shown, allBut('OPEN-1'))).toEqual([]);
});

test('RES-30 does not show RES-3', () => {
  const shown = [
    { directory: 'apps/server', tests: [{ title: 'RES-30 holds the task id', requirements: [] }] },
  ];
  expect(problems(shown, allBut('RES-3 server', 'RES-30 server'))).toEqual([
    'no passed test shows (server): RES-3',
  ]);
});

test('an id that is left open, yet shown, is a problem', () => {
  const shown = [{ directory: 'apps/server', tests: [{ title: 'STA-3 reserves', requirements: [] }] }];
  expect(problems(shown, owed)).toEqual(['STA-3 server: left open, yet shown by "STA-3 reserves"']);
});

test('an unknown id is a problem in a title and in the list', () => {
  const shown = [{ directory: 'apps/server', tests: [{ title: 'RES-99 flies', requirements: [] }] }];
  expect(problems(shown, [...owed, 'RES-98 server'])).toEqual([
    'RES-98 server: left open, but nothing asks for it',
    'RES-99: no such requirement, named by "RES-99 flies"',
  ]);
});
