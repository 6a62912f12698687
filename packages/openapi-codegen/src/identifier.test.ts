import { expect, test } from 'vitest';
import { appendWord, Identifiers } from './identifier.ts';

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

test('a name that is taken gets the word for its kind, and a number only if that is taken as well', () => {
  const identifiers = new Identifiers(['Error']);
  const names = ['Task', 'Error', 'Error', 'import', 'list_tasks', 'list_tasks'];
  expect(names.map((name) => identifiers.take(name, 'Model'))).toEqual([
    'Task',
    'ErrorModel',
    'ErrorModel2',
    'importModel',
    'list_tasks',
    'list_tasks_model',
  ]);
});

test.each([
  ['Task', 'TaskInput'],
  ['list_tasks', 'list_tasks_input'],
  ['List_tasks', 'List_tasksInput'],
])('a word is appended to %s in its style', (name, expected) => {
  expect(appendWord(name, 'Input')).toBe(expected);
});
