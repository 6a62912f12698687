import { expect, test } from 'vitest';
import { listStems, readQuestion, splitWords } from './search-words.ts';

test.each([
  ['listTasks', 'list Tasks'],
  ['repos/create-fork', 'repos create fork'],
  ['/v1/tasks/{task_id}', 'v1 tasks task id'],
])('the words of %s are %s', (name, words) => {
  expect(splitWords(name)).toBe(words);
});

test('words are compared by their stems, without those that mean nothing', () => {
  expect(listStems('The policies to apply, as it applies to networking')).toEqual(
    listStems('policy apply network'),
  );
});

test.each([
  ['register a domain', ['create']],
  ['rename or remove a tag', ['delete', 'update']],
  ['which tags are there', ['list']],
  ['reboot a server', []],
])('"%s" asks for the verbs %j', (text, verbs) => {
  expect([...readQuestion(text).verbs]).toEqual(verbs);
});

test('a word that is the name of an inherited member has no synonyms', () => {
  expect(readQuestion('constructor of a season').synonyms).toBe('');
});

test('the words after the first 500 characters of a question are ignored, since each one takes time', () => {
  expect(readQuestion('tag '.repeat(100_000)).words).toHaveLength(499);
});
