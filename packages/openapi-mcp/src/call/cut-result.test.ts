import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { OperationTool } from '../tools/operation-tool.ts';
import { cutValue, describeContinuation } from './cut-result.ts';

const TEXT = 'x'.repeat(1_000);
const LIST = Array.from({ length: 100 }, (_, id) => ({ id }));

test.each<[string, JsonValue, number, string[]]>([
  ['a small value', { a: 1 }, 100, []],
  ['a list', LIST, 500, ['the result has the first 50 of 100 items']],
  ['a list in an object', { items: LIST, next: 'a' }, 500, ['items has the first 48 of 100 items']],
  ['a text', { text: TEXT }, 500, ['text has the first 489 of 1000 characters']],
  [
    'a large item',
    [{ text: TEXT }, { text: TEXT }],
    500,
    ['the result has the first 1 of 2 items', '0.text has the first 487 of 1000 characters'],
  ],
  [
    'a map of many small members',
    Object.fromEntries(LIST.map(({ id }) => [`n${id}`, id])),
    100,
    ['the result has the first 13 of 100 members'],
  ],
  [
    'a map of many small lists',
    { all: Object.fromEntries(LIST.map(({ id }) => [`n${id}`, [id, id]])) },
    500,
    ['all has the first 37 of 100 members'],
  ],
  [
    'a list in a record of many members',
    { ...Object.fromEntries(LIST.map(({ id }) => [`n${id}`, id])), list: ['x'.repeat(150), TEXT.slice(800)] },
    1_200,
    ['list has the first 1 of 2 items'],
  ],
])('cuts %s', (...[, value, most, notes]) => {
  const cut = cutValue(value, most);
  expect(cut.notes).toEqual(notes);
  if (notes.length > 0) expect(JSON.stringify(cut.value).length).toBeLessThanOrEqual(most);
  else expect(cut.value).toBe(value);
});

function describe(method: string, names: readonly string[], members: readonly string[] = []): string {
  const parameters = names.map((name) => ({
    argument: name,
    parameter: { name, location: 'query' } as Parameter,
  }));
  const body = { argument: 'body', media: { schema: {} } } as OperationTool['body'];
  const schemas = { collectMembers: () => new Map(members.map((name): [string, never[]] => [name, []])) };
  const limits = { mostCharacters: 400, conventions: new Conventions(), schemas };
  return describeContinuation({ operation: { method } as Operation, parameters, body }, limits);
}

test.each<[string, string[], RegExp, string[]?]>([
  ['get', ['limit', 'cursor', 'status'], /smaller `limit`; continue with `cursor`; select with `status`/],
  ['get', ['page', 'per_page'], /smaller `per_page`; continue with `page`\./],
  ['get', ['$top', '$skip'], /smaller `\$top`; continue with `\$skip`/],
  ['get', [], /no parameter/],
  ['post', ['limit'], /do not repeat it/],
  ['post', [], /do not repeat it/, ['name']],
  ['post', [], /smaller `body.limit`; continue with `body.cursor`\./, ['name', 'limit', 'cursor']],
])('the rest of %s with %j is described by %s', (...[method, names, expected, members]) => {
  expect(describe(method, names, members)).toMatch(expected);
  expect(describe(method, names, members)).toContain('at most 100 tokens');
});
