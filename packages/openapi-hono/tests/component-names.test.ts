// Components may be called as anything that generated code is made of; all of them stay, and so does that code.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as runtime from '@keyframe/openapi-runtime/server';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { compileFolder, documentWith, generateIntoFolder } from './generate-into-folder.ts';

const EXPORTS = [
  'callbackRequest',
  'callbacks',
  'checkResponse',
  'operations',
  'readRoute',
  'registerCallbacks',
  'registerRoutes',
  'registerWebhooks',
  'schemas',
  'sendCallback',
  'sendWebhook',
  'webhookRequest',
  'webhooks',
];
const DATA = ['callbacks', 'operations', 'readRoute', 'schemas', 'webhooks'];
const TYPES = [
  'Answer',
  'Body',
  'CallbackDefinition',
  'CallbackHandlers',
  'CallbackId',
  'CallbackMessage',
  'Env',
  'Handlers',
  'MessageOf',
  'OperationDefinition',
  'Operations',
  'Optional',
  'RawBodySchema',
  'ReadRoute',
  'Schema',
  'Schemas',
  'Texts',
  'WithFiles',
  'OperationId',
  'ReceiverHandlers',
  'Record',
  'RegisterOptions',
  'TEnv',
  'TId',
  'WebhookHandlers',
  'WebhookId',
  'WebhookMessage',
];
const OTHERS = [
  'RegExp',
  'any',
  'app',
  'bigint',
  'createRoute',
  'document',
  'globalThis',
  'response',
  'unknown',
];

const names = [...EXPORTS, ...TYPES, ...OTHERS, ...Object.keys(runtime)];
const schemas = Object.fromEntries(
  names.map((name) => [name, { type: 'string', pattern: '^a$', minLength: 1 }]),
);
const anyOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
const message = {
  parameters: [{ name: 'x', in: 'query', schema: { type: 'string', pattern: '^a$' } }],
  requestBody: { content: { 'application/json': { schema: { anyOf } } } },
  responses: {},
};
const read = { ...message, operationId: 'read', callbacks: { done: { '{$url}': { post: message } } } };
const folder = await generateIntoFolder({
  ...documentWith(schemas),
  paths: { '/': { post: read } },
  webhooks: { a: { post: message } },
});
const output = await compileFolder(folder);
const generated: Record<string, unknown> = await import(join(folder.path, 'index.ts'));

afterAll(() => folder[Symbol.asyncDispose]());

test('code compiles in strict mode with any names of components', () => {
  expect(output).toBe('');
});

// Node itself is used: there, a name that two modules export is exported by neither.
test('no component displaces what generated code exports', async () => {
  const code = `const own = await import(process.argv[1]); console.log(JSON.stringify(Object.keys(own)));`;
  const command = ['--input-type=module', '--eval', code, join(folder.path, 'index.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([...EXPORTS, 'app', 'response']));
  const functions = EXPORTS.filter((name) => typeof generated[name] === 'function');
  expect(functions).toEqual(EXPORTS.filter((name) => !DATA.includes(name)));
  expect(generated.readRoute).toMatchObject({ operationId: 'read' });
});

test('every component has a validator, by its own name', () => {
  const validators = generated.schemas as Record<string, z.ZodType>;
  expect(Object.keys(validators).sort()).toEqual([...names].sort());
  const wrong = names.filter((name) => !validators[name]?.safeParse('a').success);
  expect(wrong).toEqual([]);
});
