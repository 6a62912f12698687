import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { isPluralPath, listCompoundNames, listIdNames as listNames, rankIdNames } from './id-names.ts';

const listIdNames = (path: string) => listNames(path, new Conventions());

test.each([
  ['/tasks/{id}', 'id', 'taskId', 'task_id'],
  ['/pet/{petId}', 'petId', 'pet_id', 'id'],
  ['/users/{user-login}', 'user-login', 'userLogin', 'login'],
  ['/pending-approvals/{key}', 'pending_approval_id', 'pendingApprovalId', 'approval_id'],
  ['/customers/{external_customer_id}', 'external_id', 'externalId'],
  ['/wallets/{lagoWalletCode}', 'lago_code', 'lagoCode'],
  ['/schema/{className}', 'class'],
  ['/companies/{c}', 'c', 'companyId', 'company_id'],
])('%s is identified by one of several names', (path, ...names) => {
  expect(listIdNames(path)).toEqual(expect.arrayContaining(names));
});

test('the name of the parameter is the first', () => {
  expect(listIdNames('/special-events/{eventId}')[0]).toBe('eventId');
});

test('a name without that of the collection is weaker than an id', () => {
  const names = listIdNames('/customers/{external_customer_id}');
  expect(names.indexOf('external_id')).toBeGreaterThan(names.indexOf('id'));
  expect(names.indexOf('external_id')).toBeLessThan(names.indexOf('uuid'));
});

test.each([
  ['/people/{id}', false],
  ['/people/{personId}', false],
  ['/people/{person_uuid}', false],
  ['/people/{person}', true],
  ['/tags/{name}', true],
])('a name can identify %s: %s', (path, expected) => {
  expect(listIdNames(path).includes('name')).toBe(expected);
});

test.each([
  ['/providers/{providerId}', ['provider_id'], 'id'],
  ['/providers/{providerId}', ['provider_id', 'id'], 'providerId'],
  ['/providers/{providerId}', ['name'], 'providerId'],
  ['/clients/{clientId}', ['clientId'], 'clientId'],
  ['/users/{username}', ['username'], 'username'],
])('the id of %s, whose requests set %j, is %s first', (path, settable, expected) => {
  expect(rankIdNames(listIdNames(path), new Set(settable))[0]).toBe(expected);
});

test.each([
  ['/things', '/thing/{id}', true],
  ['/v1/categories', '/v1/category/{id}', true],
  ['/a/{a}/Boxes', '/a/{a}/box/{boxId}', true],
  ['/things', '/things/{id}', false],
  ['/things', '/v1/thing/{id}', false],
  ['/news', '/new/{id}', true],
  ['/thing', '/things/{id}', false],
])('%s is the plural of %s: %s', (path, itemPath, expected) => {
  expect(isPluralPath(path, itemPath)).toBe(expected);
});

test.each([
  ['/tasks/{id}', ['taskId', 'task_id', 'taskID']],
  ['/video-jobs/{job}', ['videoJobId', 'video_job_id', 'videoJobID']],
  ['/schemas/user/{schemaId}', ['schemaId', 'schema_id', 'schemaID']],
  ['/users/{user_id}', ['userId', 'user_id', 'userID']],
])('another body has the id of %s by the names %j', (itemPath, names) => {
  expect(listCompoundNames(itemPath)).toEqual(names);
});
