// Compares the requirement ids that passed tests carry with all ids, so that none is forgotten in silence.
import type { KnownGap } from './known-gaps.ts';
import { DECISIONS, REQUIREMENTS, type RequirementScope, SCOPE_PACKAGES } from './requirement-ids.ts';
import type { TestOutcome } from './test-report.ts';

/** The tests that passed in one package, given by its directory from the root. */
export interface PassedTests {
  readonly directory: string;
  readonly tests: readonly Pick<TestOutcome, 'title' | 'requirements'>[];
}

const ID = /\b(?:PUR|RES|STA|END|AUT|EVT|ERR|LIM|VER|OPEN)-\d+\b/g;
const EVERY_SCOPE: readonly RequirementScope[] = ['schema', 'server', 'client'];

function obligations(): string[] {
  const perScope = Object.entries(REQUIREMENTS).map(([id, scopes]) =>
    scopes.map((scope) => `${id} ${scope}`),
  );
  return [...perScope.flat(), ...DECISIONS];
}

function collectTitles(passed: readonly PassedTests[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { directory, tests } of passed) {
    const scopes = EVERY_SCOPE.filter((scope) => SCOPE_PACKAGES[scope].includes(directory));
    for (const { title, requirements } of tests) {
      for (const id of [...requirements, ...Array.from(title.matchAll(ID), ([inTitle]) => inTitle)]) {
        titles.set(id, title);
        for (const scope of scopes) titles.set(`${id} ${scope}`, title);
      }
    }
  }
  return titles;
}

function unknownIds(titles: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...Object.keys(REQUIREMENTS), ...DECISIONS]);
  return [...titles]
    .filter(([key]) => !key.includes(' ') && !ids.has(key))
    .map(([id, title]) => `${id}: no such requirement, named by "${title}"`);
}

function selectObligations(scope: string, obligations: readonly string[]): string[] {
  const ids = obligations.filter((obligation) => obligation.endsWith(` ${scope}`));
  return ids.map((obligation) => obligation.slice(0, -scope.length - 1));
}

function missingLines(missing: readonly string[]): string[] {
  const perScope = EVERY_SCOPE.map((scope) => ({
    scope: ` (${scope})`,
    ids: selectObligations(scope, missing),
  }));
  const anywhere = { scope: '', ids: missing.filter((obligation) => !obligation.includes(' ')) };
  return [...perScope, anywhere]
    .filter(({ ids }) => ids.length > 0)
    .map(({ scope, ids }) => `no passed test shows${scope}: ${ids.join(', ')}`);
}

/** Lists ids that no passed test verifies in a required scope, unless they are known gaps, and stale known gaps. */
export function coverageProblems(passed: readonly PassedTests[], knownGaps: readonly KnownGap[]): string[] {
  const titles = collectTitles(passed);
  const owed = obligations();
  const open = new Set<string>();
  for (const gap of knownGaps) for (const obligation of gap.obligations) open.add(obligation);
  const missing = owed.filter((obligation) => !titles.has(obligation) && !open.has(obligation));
  const shownAfterAll = owed.filter((obligation) => titles.has(obligation) && open.has(obligation));
  const unheardOf = [...open].filter((obligation) => !owed.includes(obligation));
  return [
    ...missingLines(missing),
    ...shownAfterAll.map(
      (obligation) => `${obligation}: left open, yet shown by "${titles.get(obligation)}"`,
    ),
    ...unheardOf.map((obligation) => `${obligation}: left open, but nothing asks for it`),
    ...unknownIds(titles),
  ];
}
