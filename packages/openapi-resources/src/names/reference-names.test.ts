import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { listOwnIdNames, listReferringNames, simplifyReference } from './reference-names.ts';

test.each([
  ['/customers/{id}', ['customerId', 'customer_id', 'customerID', 'customer'], ['id', 'name']],
  ['/jobs/{taskId}', ['taskId', 'jobId', 'job'], ['id', 'tasksId']],
  ['/{owner}/{repo}', [], ['ownerId', 'repoId']],
])('%s is referred to by %j and not by %j', (path, names, others) => {
  const referringNames = listReferringNames(path);
  expect(names.filter((name) => !referringNames.includes(name))).toEqual([]);
  expect(others.filter((name) => referringNames.includes(name))).toEqual([]);
});

test.each([
  ['/items/{id}', ['id', 'itemId', 'item_id', 'uuid']],
  ['/things/{thing_id}', ['thing_id', 'thingId', 'id']],
  ['/users/{username}', []],
  ['/items', []],
])('an update of %s may repeat the id as %j', (path, names) => {
  const referringNames = listOwnIdNames(path, new Conventions());
  expect(names.filter((name) => !referringNames.includes(name))).toEqual([]);
  expect(referringNames.length > 0).toBe(names.length > 0);
  expect(referringNames).not.toContain('name');
});

test.each([
  ['customer_id', 'customerid'],
  ['customerIds', 'customerid'],
  ['X-Customer-Id', 'customerid'],
])('%s is simplified to %s', (name, simple) => {
  expect(simplifyReference(name)).toBe(simple);
});
