import { expect, test } from 'vitest';
import { listIdNames } from './id-names.ts';

test.each([
  ['/tasks/{id}', 'id', 'taskId', 'task_id'],
  ['/pet/{petId}', 'petId', 'pet_id', 'id'],
  ['/users/{user-login}', 'user-login', 'userLogin', 'login'],
  ['/companies/{c}', 'c', 'companyId', 'company_id'],
])('%s is identified by one of several names', (path, ...names) => {
  expect(listIdNames(path)).toEqual(expect.arrayContaining(names));
});

test('the name of the parameter is the first', () => {
  expect(listIdNames('/special-events/{eventId}')[0]).toBe('eventId');
});
