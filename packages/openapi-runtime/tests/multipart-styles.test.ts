// Fields of multipart forms with a style: what the client writes, the server reads.
import { expect, test } from 'vitest';
import { type Field, multipart } from '../src/client/styles.ts';
import type { FieldDefinition } from '../src/http/operation-definition.ts';
import { readMultipart } from '../src/http/read-form.ts';

const LIST: FieldDefinition['shape'] = { list: 'string' };
const OBJECT: FieldDefinition['shape'] = { object: { a: 'number', b: 'string' } };

test.each<[Field & FieldDefinition, unknown, [string, string][]]>([
  [{ name: 'v', style: 'form', explode: true }, 'ä &=', [['v', 'ä &=']]],
  [
    { name: 'v', shape: LIST, style: 'form', explode: true },
    ['x y', 'z'],
    [
      ['v', 'x y'],
      ['v', 'z'],
    ],
  ],
  [{ name: 'v', shape: LIST, style: 'form' }, ['x', 'y z'], [['v', 'x,y z']]],
  [{ name: 'v', shape: LIST, style: 'spaceDelimited' }, ['x', 'y'], [['v', 'x y']]],
  [{ name: 'v', shape: LIST, style: 'pipeDelimited' }, ['x', 'y z'], [['v', 'x|y z']]],
  [
    { name: 'v', shape: OBJECT, style: 'form', explode: true },
    { a: 1, b: 'x' },
    [
      ['a', '1'],
      ['b', 'x'],
    ],
  ],
  [{ name: 'v', shape: OBJECT, style: 'form' }, { a: 1, b: 'x' }, [['v', 'a,1,b,x']]],
  [
    { name: 'v', shape: OBJECT, style: 'deepObject', explode: true },
    { a: 1, b: 'x&y' },
    [
      ['v[a]', '1'],
      ['v[b]', 'x&y'],
    ],
  ],
])('%j with %j is the parts %j', async (field, value, parts) => {
  const form = multipart({ v: field })({ v: value }) as FormData;
  expect([...form]).toEqual(parts);
  const body = new Response(form);
  const contentType = body.headers.get('content-type') ?? '';
  expect(readMultipart(await body.arrayBuffer(), contentType, [field])).toEqual({
    value: { v: value },
    issues: [],
  });
});

test('repeats the name for each file of a list that has a style', () => {
  const files = [new Blob(['a']), new Blob(['b'])];
  const form = multipart({ v: { style: 'form', explode: true } })({ v: files }) as FormData;
  expect([...form].map(([name, value]) => [name, value instanceof File])).toEqual([
    ['v', true],
    ['v', true],
  ]);
});
