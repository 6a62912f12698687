// Issues of a refused value take bounded time and space, however large the value.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { documentWith, generateIntoFolder, importValidators } from './generate-into-folder.ts';

const text = { type: 'string', minLength: 2 };
const Tree = {
  type: 'object',
  properties: { next: { $ref: '#/components/schemas/Tree' }, size: { type: 'integer' } },
};
const validators = await importValidators({
  Few: { type: 'array', maxItems: 8, items: text },
  Many: { type: 'array', items: text },
  Pair: { type: 'array', prefixItems: [text], items: text },
  Map: { type: 'object', additionalProperties: text },
  Rest: { type: 'object', properties: { a: true }, unevaluatedProperties: text },
  Tree,
});
const COUNT = 60_000;
const wrongItems = Array.from({ length: COUNT }, () => '');
const wrongMembers = Object.fromEntries(wrongItems.map((item, index) => [`m${index}`, item]));

function listIssues(name: string, value: unknown) {
  return validators[name]?.safeParse(value).error?.issues ?? [];
}

test('the items beyond maxItems are not looked at', () => {
  const expected = Array.from({ length: 8 }, (_, index) => expect.objectContaining({ path: [index] }));
  expected.push(expect.objectContaining({ code: 'too_big', maximum: 8, actual: COUNT, path: [] }));
  expect(listIssues('Few', wrongItems)).toEqual(expected);
});

test.each([
  ['Many', wrongItems],
  ['Pair', wrongItems],
  ['Map', wrongMembers],
  ['Rest', wrongMembers],
])('%s: a hundred findings are enough', (name, value) => {
  expect(listIssues(name, value)).toHaveLength(100);
});

test('one wrong item at the end of a long list is found', () => {
  const items = wrongItems.map((_, index) => (index === COUNT - 1 ? '' : 'ab'));
  expect(listIssues('Many', items).map(({ path }) => path)).toEqual([[COUNT - 1]]);
  expect(validators.Many?.safeParse(items.with(-1, 'ab')).success).toBe(true);
});

function nested(depth: number, innermost: object): object {
  let value = innermost;
  for (let count = 0; count < depth; count += 1) value = { next: value };
  return value;
}

const deepProgram = `
import { schemas } from './index.ts';
const issues = [{}, { size: 'a' }].map((innermost) => {
  let value = innermost;
  for (let count = 0; count < 100_000; count += 1) value = { next: value };
  return schemas.Tree.safeParse(value).error.issues;
});
console.log(JSON.stringify(issues));
`;

// By node itself: the modules of Vite's runner hide that a stack is exhausted.
test('a value nested 100,000 deep is refused, not thrown at', async () => {
  await using folder = await generateIntoFolder(documentWith({ Tree }));
  const path = join(folder.path, 'program.mjs');
  await writeFile(path, deepProgram);
  const { stdout } = await promisify(execFile)(process.execPath, [path]);
  const issue = { code: 'custom', path: [], message: 'Invalid input: nested too deeply' };
  expect(JSON.parse(stdout)).toEqual([[issue], [issue]]);
}, 60_000);

test('a wrong member is found at a depth that people use', () => {
  const [issue, ...others] = listIssues('Tree', nested(100, { size: 'a' }));
  expect(others).toEqual([]);
  expect(issue?.path).toEqual([...Array.from({ length: 100 }, () => 'next'), 'size']);
});
