import { expect, test } from 'vitest';
import { findFilterMember, findSortMember, readOrderTerms } from './order-terms.ts';

test.each([
  ['name', 'name'],
  ['-name', 'name descending'],
  ['+name', 'name ascending'],
  ['name:desc', 'name descending'],
  ['name_asc', 'name ascending'],
  ['nameDesc', 'name descending'],
  ['price ascending', 'price ascending'],
  ['name, desc', 'name descending'],
  ['size,-name', 'size | name descending'],
  ['desc', '(direction) descending'],
  ['DESCENDING', '(direction) descending'],
  ['newest', '(age) descending'],
  ['oldest', '(age) ascending'],
  ['', ''],
])('the value %j has the terms "%s"', (value, expected) => {
  const texts = readOrderTerms(value).map(({ kind, name = `(${kind})`, isDescending }) => {
    const direction = isDescending ? ' descending' : ' ascending';
    return name + (isDescending === undefined ? '' : direction);
  });
  expect(texts.join(' | ')).toBe(expected);
});

test('a member that is called like a direction is a member', () => {
  const [term] = readOrderTerms('desc', new Set(['desc']));
  expect(term).toEqual({ kind: 'member', name: 'desc', isDescending: undefined });
});

test.each([
  ['name', 'name'],
  ['createdAt', 'created_at'],
  ['CREATED_AT', 'created_at'],
  ['created', 'created_at'],
  ['due', 'dueDate'],
  ['other', undefined],
])('the name %j is that of the member %j', (name, member) => {
  expect(findSortMember(name, ['name', 'created_at', 'dueDate'])).toBe(member);
});

test.each([
  ['name', 'name'],
  ['genre', 'genres'],
  ['object_id', 'objectId'],
  ['ownerId', 'ownerIds'],
  ['other', undefined],
])('the filter %j selects by the member %j', (name, member) => {
  expect(findFilterMember(name, ['name', 'genres', 'objectId', 'ownerIds'])).toBe(member);
});
