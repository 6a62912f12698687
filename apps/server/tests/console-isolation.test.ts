/** Every operation of the console's document, tried by those who must not: a new operation is in here by itself. */
import { document } from '@keyframe/console-contract/document';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../src/audit/audit.queries.ts';
import { ROLES, type Role } from '../src/db/console-tables.ts';
import { createInvitation } from '../src/people/invitations.queries.ts';
import { Browser, givenMember, givenOperator, someEmail } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly { readonly session: readonly string[] }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
}

interface Listed extends Operation {
  readonly method: string;
  readonly path: string;
  /** Undefined for what needs no session; empty where any will do. */
  readonly roles: readonly string[] | undefined;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

const operations: Listed[] = Object.entries(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => {
      const roles = operation.security[0]?.session;
      return { ...operation, method: method.toUpperCase(), path, roles };
    }),
);
const named = (listed: readonly Listed[]) => listed.map((each) => [each.operationId, each] as const);
const ofOwners = operations.filter(({ path }) => path.startsWith('/owners/'));
const ofOperators = operations.filter(({ path }) => path.startsWith('/operator/'));
const ofUsers = operations.filter(({ roles }) => roles !== undefined);

const server = useServer(async () => ({ ROLE: 'api' }));

type Person = Awaited<ReturnType<typeof givenMember>>;
const members = {} as Record<Role, Person>;
let outsider: Person;
let otherOwner = '';
let ids: Record<string, string> = {};

beforeAll(async () => {
  const given = await givenOwner(server.connection);
  for (const role of ROLES) members[role] = await givenMember(server, { ownerId: given.ownerId, role });
  otherOwner = (await givenOwner(server.connection)).ownerId;
  outsider = await givenMember(server, { ownerId: otherOwner, role: 'owner' });
  const { ownerId } = given;
  const taskId = await givenTask(server.connection, { ...given, credits: 1 });
  const request = { ownerId, email: someEmail(), role: 'viewer', actor: COMMAND_LINE } as const;
  const invited = await createInvitation(server.connection.database, request);
  await server.connection.pool.query(
    `INSERT INTO deliveries (id, task_id, url, body, owner_id, host) VALUES ('msg_1', $1, 'https://a.test/', '{}', $2, 'a.test')`,
    [taskId, ownerId],
  );
  ids = {
    ownerId,
    taskId,
    keyId: given.keyId,
    userId: members.viewer.userId,
    invitationId: invited.invitation.id,
    deliveryId: 'msg_1',
    mode: 'live',
  };
});

function send(browser: Browser, { method, path, requestBody }: Listed, more: Record<string, string> = {}) {
  const all = { ...ids, ...more };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? `no id for ${name}`);
  expect(filled).not.toContain('no id');
  const json = requestBody?.content['application/json'].example;
  return browser.send(`/api${filled}`, { method, ...(json !== undefined && { json }) });
}

async function expectRefusal(response: Response, refusal: string): Promise<void> {
  const body = (await response.json()) as { error: { code: string } };
  expect(`${response.status} ${body.error.code}`).toBe(refusal);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

test('an operation requires the roles of its path', () => {
  expect(ofOwners.length).toBeGreaterThan(30);
  for (const { roles, operationId } of ofOwners) {
    expect(roles, operationId).toHaveLength(1);
    expect(ROLES, operationId).toContain(roles?.[0]);
  }
  for (const { roles, operationId } of ofOperators) expect(roles, operationId).toEqual(['operator']);
  const others = operations.filter((each) => !ofOwners.includes(each) && !ofOperators.includes(each));
  expect(Object.fromEntries(others.map(({ operationId, roles }) => [operationId, roles]))).toEqual({
    getSession: [],
    listModels: [],
    getSignInMethods: undefined,
    setUpOperator: undefined,
    lookUpInvitation: undefined,
    acceptInvitation: undefined,
    resetPassword: undefined,
  });
});

test.each(named(ofUsers))('%s is refused without a session', async (_, operation) => {
  await expectRefusal(await send(new Browser(server), operation), '401 unauthenticated');
});

test.each(named(ofOwners))('%s of an owner is not found by the owner of another', async (_, operation) => {
  await expectRefusal(await send(outsider.browser, operation), '404 not_found');
});

test.each(named(ofOwners.filter(({ path }) => /\{(?!ownerId|mode)/.test(path))))(
  '%s does not find what is of another owner',
  async (_, operation) => {
    const response = await send(outsider.browser, operation, { ownerId: otherOwner });
    await expectRefusal(response, '404 not_found');
  },
);

test.each(named(ofOwners.filter(({ roles }) => roles?.[0] !== 'viewer')))(
  '%s is refused to a member of the next lower role',
  async (_, operation) => {
    const needed = ROLES.indexOf(operation.roles?.[0] as Role);
    const lower = ROLES[needed + 1] ?? 'viewer';
    await expectRefusal(await send(members[lower].browser, operation), '403 forbidden');
  },
);

test.each(named(ofOperators))('%s is refused to who is no operator', async (_, operation) => {
  await expectRefusal(await send(members.owner.browser, operation), '403 forbidden');
});

describe('an operator who is no member', () => {
  let operator: Awaited<ReturnType<typeof givenOperator>>;
  beforeAll(async () => {
    operator = await givenOperator(server);
  });

  test.each(named(ofOwners))('does not find an owner by %s', async (_, operation) => {
    await expectRefusal(await send(operator.browser, operation), '404 not_found');
  });
});

test.each(named(operations.filter(({ method }) => method !== 'GET')))(
  '%s is refused to pages of other sites',
  async (_, { method, path, requestBody }) => {
    const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
    const json = requestBody?.content['application/json'].example;
    const hostile: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
    ];
    for (const headers of hostile) {
      const response = await members.owner.browser.send(`/api${filled}`, { method, json, headers });
      await expectRefusal(response, '403 forbidden');
    }
  },
);

test('a session that signed out, and one of a member who was removed, open nothing', async () => {
  const { browser, userId } = await givenMember(server, { ownerId: ids.ownerId ?? '', role: 'admin' });
  const keys = `/api/owners/${ids.ownerId}/keys`;
  expect((await browser.send(keys)).status).toBe(200);
  const removed = await members.owner.browser.send(`/api/owners/${ids.ownerId}/members/${userId}`, {
    method: 'DELETE',
  });
  expect(removed.status).toBe(204);
  expect((await browser.send(keys)).status).toBe(404);
  const stolen = browser.cookie;
  expect((await browser.send('/auth/sign-out', { json: {} })).status).toBe(200);
  const response = await new Browser(server).send('/api/session', { headers: { cookie: stolen } });
  expect(response.status).toBe(401);
});
