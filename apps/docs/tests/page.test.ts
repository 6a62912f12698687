import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { constant, importedModules, loadedAddresses, policy, styledAddresses } from './page.ts';

const OWN_SOURCES = new Set(["'none'", "'self'", "'unsafe-inline'", 'data:', 'blob:']);

const contract = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')), 'utf8'),
);

test('no element, style sheet or module of the page loads anything', () => {
  expect(loadedAddresses).toEqual([]);
  expect(styledAddresses).toEqual([]);
  expect(importedModules).toEqual([]);
});

test('the browser is told to refuse every other host', () => {
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect([...policy.values()].flat().filter((source) => !OWN_SOURCES.has(source))).toEqual([]);
});

test('the script of the page reports nothing', () => {
  expect(constant('__redoc_options')).toMatchObject({ disableTelemetry: true });
});

test('the page shows the contract whole: every operation, webhook and schema', () => {
  const shown = constant('__redoc_definition');
  expect(shown).toEqual(contract);
  expect(shown).toMatchObject({
    paths: {
      '/v1/videos/generations': { post: { operationId: 'createVideoGeneration' } },
      '/v1/tasks/{id}': { get: { operationId: 'getTask' } },
    },
    webhooks: { taskCompleted: {}, taskFailed: {} },
  });
});
