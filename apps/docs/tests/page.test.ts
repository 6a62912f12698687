import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCS_DIRECTORY } from '../src/docs-directory.ts';
import { constant, importedModules, loadedAddresses, policy, styledAddresses } from './page.ts';

const OWN_SOURCES = new Set(["'none'", "'self'", "'unsafe-inline'", 'data:', 'blob:']);

const published = JSON.parse(readFileSync(join(DOCS_DIRECTORY, 'openapi.json'), 'utf8'));

test('no element, style sheet or module of the page loads anything', () => {
  expect(loadedAddresses).toEqual([]);
  expect(styledAddresses).toEqual([]);
  expect(importedModules).toEqual([]);
});

test('the content policy refuses every other host', () => {
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect([...policy.values()].flat().filter((source) => !OWN_SOURCES.has(source))).toEqual([]);
});

test('the script of the page reports nothing', () => {
  expect(constant('__redoc_options')).toMatchObject({ disableTelemetry: true });
});

test('the page shows the document whole: every operation, webhook and schema', () => {
  const shown = constant('__redoc_definition');
  expect(shown).toEqual(published);
  expect(shown).toMatchObject({
    paths: {
      '/v1/videos/generations': { post: { operationId: 'createVideoGeneration' } },
      '/v1/tasks/{id}': { get: { operationId: 'getTask' } },
    },
    webhooks: { taskCompleted: {}, taskFailed: {} },
  });
});
