import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { deriveKinds } from './derive-kinds.ts';

const text = { type: 'string' };
const SCHEMAS = {
  User: {
    type: 'object',
    properties: { id: text, email: text, teamId: text, team: { type: 'object', properties: { name: text } } },
  },
  NewUser: { type: 'object', properties: { email: text } },
  Team: { type: 'object', properties: { id: text, name: text } },
};
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => ({ description: 'x', content: { 'application/json': { schema } } });
const one = (name: string) => ({ responses: { 200: json(refer(name)) } });
const many = (name: string) => ({ responses: { 200: json({ type: 'array', items: refer(name) }) } });

/** Lists the views of users, `/users/{id}`, among other operations. */
function listViews(paths: Record<string, JsonObject>): string[] {
  const all: Record<string, JsonObject> = {
    '/users': { post: { requestBody: json(refer('NewUser')), ...one('User') }, ...paths['/users'] },
    '/users/{id}': { get: one('User') },
    '/teams': { post: { requestBody: json(refer('Team')), ...one('Team') } },
    '/teams/{teamId}': { get: one('Team') },
  };
  for (const [path, item] of Object.entries(paths)) if (path !== '/users') all[path] = item;
  const named = Object.entries(all).map(([path, item]) => {
    const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name);
    return [
      path,
      { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })), ...item },
    ];
  });
  const document = {
    openapi: '3.1.1',
    info: { title: 'x', version: '1' },
    paths: Object.fromEntries(named),
    components: { schemas: SCHEMAS },
  };
  const reader = createReader(readModel(document, 'document'));
  const users = deriveKinds(reader, []).find(({ itemPath }) => itemPath === '/users/{id}');
  return (users?.views ?? []).map(({ operation, selectors, isList }) => {
    const by = selectors.map(({ parameter = 'body', member }) => `${parameter}=${member}`).join(' ');
    return `${operation.method} ${isList ? 'list' : 'one'} ${by}`.trim();
  });
}

test.each<[path: string, item: JsonObject, views: string[]]>([
  ['/users/by-email/{email}', { get: one('User') }, ['get one path:email=email']],
  ['/users/by-email/{value}', { get: one('User') }, ['get one path:value=email']],
  ['/users/email/{userEmail}', { get: one('User') }, ['get one path:userEmail=email']],
  [
    '/users/email/{email}',
    { get: one('User'), delete: { responses: { 204: { description: 'x' } } } },
    ['get one path:email=email', 'delete one path:email=email'],
  ],
  ['/public/users/{userId}', { get: one('User') }, ['get one path:userId=id']],
  ['/users/search', { get: many('User') }, ['get list']],
  ['/me/users', { get: many('User') }, ['get list']],
  ['/users/team/{name}', { get: many('User') }, ['get list path:name=team']],
  ['/teams/{teamId}/users', { get: many('User') }, ['get list path:teamId=teamId']],
  ['/teams/{id}/users', { get: many('User') }, ['get list path:id=teamId']],
  ['/users', { put: { requestBody: json(refer('User')), ...one('User') } }, ['put one body=id']],
  ['/users', { put: { requestBody: json(refer('NewUser')), ...one('User') } }, []],
  ['/users/me', { get: one('User') }, []],
  ['/users/{id}/manager', { get: one('User') }, []],
  ['/users/{id}/friends', { get: many('User') }, []],
  ['/rooms/{roomId}/users', { get: many('User') }, []],
  ['/blocked', { get: many('User') }, []],
  ['/users/count', { get: { responses: { 200: json({ type: 'object', properties: { id: text } }) } } }, []],
])('%s %j has the views %j', (path, item, views) => {
  expect(listViews({ [path]: item })).toEqual(views);
});
