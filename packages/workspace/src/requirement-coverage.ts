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
  const perPlace = Object.entries(REQUIREMENTS).flatMap(([id, places]) =>
    places.map((place) => `${id} ${place}`),
  );
  return [...perPlace, ...DECISIONS];
}

function collectTitles(shown: readonly PassedTests[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { directory, tests } of shown) {
    const places = EVERY_SCOPE.filter((place) => SCOPE_PACKAGES[place].includes(directory));
    for (const { title, requirements } of tests) {
      for (const id of [...requirements, ...Array.from(title.matchAll(ID), ([inTitle]) => inTitle)]) {
        titles.set(id, title);
        for (const place of places) titles.set(`${id} ${place}`, title);
      }
    }
  }
  return titles;
}

function unknownIds(titles: ReadonlyMap<string, string>): string[] {
  const known = new Set([...Object.keys(REQUIREMENTS), ...DECISIONS]);
  const named = [...titles].filter(([key]) => !key.includes(' '));
  return named
    .filter(([id]) => !known.has(id))
    .map(([id, title]) => `${id}: no such requirement, named by "${title}"`);
}

function selectObligations(place: string, obligations: readonly string[]): string[] {
  const ids = obligations.filter((obligation) => obligation.endsWith(` ${place}`));
  return ids.map((obligation) => obligation.slice(0, -place.length - 1));
}

function missingLines(missing: readonly string[]): string[] {
  const perPlace = EVERY_SCOPE.map((place) => ({
    place: ` (${place})`,
    ids: selectObligations(place, missing),
  }));
  const anywhere = { place: '', ids: missing.filter((obligation) => !obligation.includes(' ')) };
  return [...perPlace, anywhere]
    .filter(({ ids }) => ids.length > 0)
    .map(({ place, ids }) => `no passed test shows${place}: ${ids.join(', ')}`);
}

/** Lists ids that no passed test shows in a place where it must be seen, unless left open, and stale entries. */
export function coverageProblems(shown: readonly PassedTests[], knownGaps: readonly KnownGap[]): string[] {
  const titles = collectTitles(shown);
  const owed = obligations();
  const open = new Set(knownGaps.flatMap((entry) => entry.obligations));
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
