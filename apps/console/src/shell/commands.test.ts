import type { Session } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { listMenu } from '../pages.tsx';
import { filterCommands, findTaskCommand, listCommands } from './commands.ts';

function givenSession(role: Session['owners'][number]['role'] | undefined, isOperator = false): Session {
  return {
    user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada', is_operator: isOperator },
    owners:
      role === undefined
        ? []
        : [
            { id: 'own_1', name: 'Acme', role },
            { id: 'own_2', name: 'Beta', role },
          ],
    expires_at: '2026-11-21T11:00:03.412Z',
  };
}

const labels = (session: Session, ownerId?: string) =>
  listCommands(session, ownerId, listMenu).map(({ label }) => label);
const TASK = 'task_01jd3zq8m6v5t2x9c4b7n1k0ph';

test.each([
  ['viewer', 'Create an API key', false],
  ['developer', 'Create an API key', true],
  ['developer', 'Invite a member', false],
  ['admin', 'Invite a member', true],
  ['owner', 'Switch to Beta', true],
  ['owner', 'Switch to Acme', false],
  ['owner', 'All tasks', false],
] as const)('a %s is offered "%s": %s', (role, label, isOffered) => {
  expect(labels(givenSession(role), 'own_1').includes(label)).toBe(isOffered);
});

test('an operator without a team has the pages of operators and the account', () => {
  expect(labels(givenSession(undefined, true))).toEqual(
    expect.arrayContaining(['Account', 'Service', 'Teams', 'All tasks']),
  );
  expect(labels(givenSession(undefined, true))).not.toContain('Overview');
});

test.each([
  [TASK, 'own_1', false, `/owners/own_1/tasks/${TASK}`],
  [` ${TASK.toUpperCase()} `, 'own_1', false, `/owners/own_1/tasks/${TASK}`],
  [TASK, undefined, true, `/operator/tasks/${TASK}`],
  [TASK, undefined, false, undefined],
  ['task_01jd3', 'own_1', true, undefined],
  ['cancel', 'own_1', true, undefined],
])('the text "%s" in the team %s opens a task for an operator (%s): %s', (...given) => {
  const [text, ownerId, isOperator, href] = given;
  expect(findTaskCommand(text, givenSession('viewer', isOperator), ownerId)?.href).toBe(href);
});

test.each([
  ['', 'Overview'],
  ['key', 'API keys'],
  ['cre', 'Credits'],
  ['create key', 'Create an API key'],
  ['operator audit', 'Audit log'],
  ['TEAM', 'Team'],
  ['nothing like this', undefined],
])('the first command for "%s" is %s', (text, label) => {
  const commands = listCommands(givenSession('owner', true), 'own_1', listMenu);
  expect(filterCommands(commands, text)[0]?.label).toBe(label);
});
