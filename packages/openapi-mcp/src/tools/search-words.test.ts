import { expect, test } from 'vitest';
import { listSynonyms } from './search-synonyms.ts';
import { listStems, listVerbs, readQuestion, splitWords } from './search-words.ts';

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

test('a question has nouns, verbs, words that hint at a noun, and pairs of words', () => {
  const { nouns, hints, verbStems, compounds } = readQuestion('who can roll back a deployment');
  expect([...nouns]).toEqual([...listStems('roll back deployment')]);
  expect([...hints]).toEqual(['user']);
  expect([...verbStems]).toEqual(['list']);
  expect(compounds).toContain('rollback');
});

test.each([
  ['listTasks', ['list']],
  ['repos/get-latest-release', ['get']],
  ['removeUserForTeam', ['delete']],
  ['tasks', []],
])('the name %s has the verbs %j', (name, verbs) => {
  expect([...listVerbs(name)]).toEqual(verbs);
});

test('a word that is the name of an inherited member has no synonyms', () => {
  expect(readQuestion('constructor of a season').hints).toEqual(new Set());
  expect(listSynonyms('constructor')).toEqual([]);
});

test('the words after the first 500 characters of a question are ignored, since each one takes time', () => {
  const words = Array.from({ length: 1000 }, (_, index) => `tag${index}`);
  expect(readQuestion(words.join(' ')).nouns.size).toBeLessThan(100);
});
