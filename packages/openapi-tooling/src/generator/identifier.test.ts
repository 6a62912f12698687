import { expect, test } from 'vitest';
import { Identifiers } from './identifier.ts';

test('names become distinct identifiers, in the order in which they come', () => {
  const identifiers = new Identifiers(['z']);
  const names = [
    'Task',
    'Task',
    'z',
    'class',
    'a-b',
    'aB',
    '2d',
    'task.created',
    'get_files_id#get_shared_link',
    '$',
    '',
    '\u{1F600}',
    '__proto__',
    'größe',
    'größe-日本',
    'a\u202eb',
  ];
  expect(names.map((name) => identifiers.take(name))).toEqual([
    'Task',
    'Task2',
    'z2',
    'class2',
    'aB',
    'aB2',
    '_2d',
    'taskCreated',
    'get_files_id_get_shared_link',
    '$',
    '_',
    '_2',
    '__proto__',
    'größe',
    'größe日本',
    'aB3',
  ]);
});
