import { expect, test } from 'vitest';
import { nameAction } from './audit-action.ts';

test.each([
  ['owner.suspend', 'team.suspend'],
  ['key.create', 'key.create'],
  ['member.change', 'member.change'],
])('the action %s is shown as %s', (action, name) => {
  expect(nameAction(action)).toBe(name);
});
