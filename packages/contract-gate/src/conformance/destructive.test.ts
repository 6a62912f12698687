import { type Method, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { isDestructive } from './destructive.ts';

const responses = { '204': { description: 'Done.' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

test.each<[operation: [Method, string], others: object, isExpected: boolean]>([
  [['post', '/admin/shutdown'], {}, true],
  [['post', '/__admin/mappings/reset'], {}, true],
  [['post', '/api/v2/reset'], {}, true],
  [['put', '/admin/maintenance'], {}, true],
  [['put', '/admin/maintenance-mode'], {}, true],
  [['post', '/server/_restart'], {}, true],
  [['post', '/flush_all'], {}, true],
  [['get', '/shutdown'], {}, true],
  [['post', '/engine'], { operationId: 'stopServer' }, true],
  [['post', '/engine'], { operationId: 'restart' }, true],
  [['post', '/engine'], { tags: ['shutdown'] }, true],
  [['put', '/linux/shutdown-host'], {}, true],
  [['put', '/docker/restart-container'], {}, true],
  [['post', '/auth/logout'], {}, true],
  [['post', '/users/sign-out'], {}, true],
  [['get', '/logout'], { operationId: 'logout' }, true],
  [['get', '/logouts'], {}, false],
  [['post', '/auth/reset-password'], { operationId: 'resetPassword' }, false],
  [['post', '/bookings/{id}/lock'], { parameters: [id] }, false],
  [['post', '/containers/{id}/stop'], { parameters: [id] }, false],
  [['post', '/bus/stops'], {}, false],
  [['get', '/locks'], {}, false],
  [['post', '/stop-words'], {}, false],
  [['post', '/orders'], { operationId: 'createOrder', tags: ['orders'] }, false],
  [['delete', '/session'], {}, false],
  [['put', '/current-user'], {}, true],
  [['patch', '/users/me/'], {}, true],
  [['get', '/users/me'], {}, false],
  [['post', '/my-user'], {}, false],
  [['put', '/users/{id}/self'], { parameters: [id] }, false],
])('%s with %o: %s', ([method, path], others, isExpected) => {
  const { operations } = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      paths: { [path]: { [method]: { ...others, responses } } },
    },
    'document.json',
  );
  const [operation] = operations;
  expect(operation && isDestructive(operation, operations, new Conventions())).toBe(isExpected);
});

test.each([
  ['delete', '/things', true],
  ['delete', '/things/{id}', false],
  ['delete', '/rows/', true],
  ['get', '/shutdown/', true],
  ['get', '/maintenance', false],
  ['put', '/maintenance', true],
])('%s %s beside other operations: %s', (method, path, isExpected) => {
  const { operations } = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      paths: {
        '/things': { get: { responses }, delete: { responses } },
        '/things/{id}': { delete: { parameters: [id], responses } },
        '/rows/': { delete: { responses } },
        '/rows/{id}/': { get: { parameters: [id], responses } },
        '/shutdown/': { get: { responses } },
        '/maintenance': { get: { responses }, put: { responses } },
      },
    },
    'document.json',
  );
  const operation = operations.find((one) => one.method === method && one.path === path);
  expect(operation && isDestructive(operation, operations, new Conventions())).toBe(isExpected);
});
