import { expect, test } from 'vitest';
import { nextPath } from '../pages/sign-in/next-path.ts';
import { chooseTeam, includesRole, isMember, signInPath } from './session-rules.ts';

test.each([
  ['viewer', 'viewer', true],
  ['viewer', 'developer', false],
  ['developer', 'viewer', true],
  ['admin', 'owner', false],
  ['owner', 'admin', true],
  [undefined, 'viewer', false],
] as const)('the role %s includes %s: %s', (role, needed, isIncluded) => {
  expect(includesRole(role, needed)).toBe(isIncluded);
});

const owners = [
  { id: 'own_1', name: 'Acme', role: 'viewer' },
  { id: 'own_2', name: 'Beta', role: 'owner' },
] as const;

test.each([
  [owners, 'own_2', 'own_2'],
  [owners, 'own_gone', 'own_1'],
  [owners, null, 'own_1'],
  [[], 'own_1', undefined],
])('with the teams %j, after %s, selects team %s on pages without a team', (given, lastId, ownerId) => {
  expect(chooseTeam({ owners: [...given] }, lastId)).toBe(ownerId);
});

test('pages of a team are shown to its members only', () => {
  expect(isMember({ owners: [...owners] }, 'own_2')).toBe(true);
  expect(isMember({ owners: [...owners] }, 'own_3')).toBe(false);
});

test.each([
  ['/owners/own_1/tasks', '?status=failed&prompt=a%20b'],
  ['/account', ''],
  ['/', '?next=%2Fother'],
])('the sign-in leads back to %s%s', (path, search) => {
  expect(nextPath(new URL(signInPath(path, search), 'http://localhost').search)).toBe(path + search);
});
