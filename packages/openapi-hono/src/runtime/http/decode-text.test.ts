import { expect, test } from 'vitest';
import { decodeTexts } from './decode-text.ts';

const list = { name: 'a', kind: 'number', list: true } as const;

test.each([
  [['5'], { name: 'a', kind: 'number' }, 5],
  [['-1.5e3'], { name: 'a', kind: 'number' }, -1500],
  [['05'], { name: 'a', kind: 'number' }, '05'],
  [['0x1'], { name: 'a', kind: 'number' }, '0x1'],
  [[''], { name: 'a', kind: 'number' }, ''],
  [['Infinity'], { name: 'a', kind: 'number' }, 'Infinity'],
  [['true'], { name: 'a', kind: 'boolean' }, true],
  [['false'], { name: 'a', kind: 'boolean' }, false],
  [['TRUE'], { name: 'a', kind: 'boolean' }, 'TRUE'],
  [['5'], { name: 'a', kind: 'string' }, '5'],
  [['a', 'b'], { name: 'a', kind: 'string' }, ['a', 'b']],
  [['1,2', '3'], list, [1, 2, 3]],
  [['1', '2,3'], { ...list, explode: true }, [1, '2,3']],
  [[''], list, []],
] as const)('%j as %j is %j', (texts, definition, expected) => {
  expect(decodeTexts(texts, definition)).toEqual(expected);
});
