import { expect, test } from 'vitest';
import { z } from 'zod';
import { acceptor } from './accept.ts';
import { codePoints, integer, itemCount } from './checks.ts';
import { findIssues } from './find-issues.ts';

const pet = z.looseObject({
  name: z.string().check(codePoints(2)),
  age: z.number().check(integer()).min(0).exactOptional(),
  kind: z.enum(['cat', 'dog']).default('cat'),
  tags: z
    .array(z.string())
    .check(itemCount({ min: 1, max: 2 }))
    .exactOptional(),
  owner: z.strictObject({ id: z.literal([1, 2]), note: z.unknown() }).nullable(),
});
const owner = { id: 1, note: '' };
const fine = { name: 'Tom', owner };

test.each([
  fine,
  { ...fine, owner: null },
  {},
  7,
  null,
  [],
  { ...fine, name: 'T' },
  { ...fine, name: 7, age: 'x' },
  { ...fine, age: -1.5 },
  { ...fine, kind: 'cow' },
  { ...fine, tags: [] },
  { ...fine, tags: ['a', 2, 'c'] },
  { ...fine, tags: 'a' },
  { ...fine, owner: { id: 3, other: 1, more: 2 } },
  { ...fine, owner: { ...owner, id: '1' } },
  { ...fine, other: 1 },
])('finds the same issues in %j as parsing', (value) => {
  const parsed = pet._zod.run({ value, issues: [] }, { async: false });
  const expected = 'issues' in parsed ? parsed.issues.map(withoutType) : [];
  expect(findIssues(pet, value, { finding: true }).map(withoutType)).toEqual(expected);
  expect(acceptor(pet)(value)).toBe(expected.length === 0);
});

test('only the first findings of a long list are reported', () => {
  const list = z.array(z.string()).check(itemCount());
  const issues = findIssues(list, Array.from({ length: 1_000 }).fill(1), { finding: true });
  expect(issues).toHaveLength(100);
});

test('a member that is undefined counts as absent', () => {
  expect(findIssues(pet, { ...fine, age: undefined }, { finding: true })).toEqual([]);
});

// zod adds the types on the way for its own use.
function withoutType({ inst: _inst, schema: _schema, ...issue }: { readonly [name: string]: unknown }) {
  return { ...issue, path: issue.path ?? [] };
}
