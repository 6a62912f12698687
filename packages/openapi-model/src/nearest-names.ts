const MAX_SHOWN = 3;
const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

/** Finds the names that contain a misspelled name or differ from it in few characters, nearest first. */
export function findNearestNames(name: string, names: readonly string[]): string[] {
  const written = name.toLowerCase();
  return names
    .map((one) => ({ one, distance: measureDistance(written, one.toLowerCase()) }))
    .filter(
      ({ one, distance }) =>
        distance <= Math.max(2, name.length / 2) || (name.length > 2 && one.toLowerCase().includes(written)),
    )
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MAX_SHOWN)
    .map(({ one }) => one);
}

/** Writes the question whether one of the nearest names was meant; empty if no name is near. */
export function suggestNames(name: string, names: readonly string[]): string {
  const near = findNearestNames(name, names);
  return near.length > 0 ? ` Did you mean ${ALTERNATIVES.format(near)}?` : '';
}

// The number of characters to insert, delete or replace (Levenshtein).
function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, candidate] of [...other].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === candidate ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
