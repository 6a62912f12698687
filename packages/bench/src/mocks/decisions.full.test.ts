// The mock of our contract decides as Ajv does which requests are valid, and names the member that is not.
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { createMock } from '@keyframe/openapi-mock';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { collectNames, collectValues, createMutants } from '@keyframe/openapi-schema/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';

const COUNT = 5_000;
const SCHEMA = 'VideoGenerationRequest';
const { schemas, examples } = document.components;

function createDecision(): (value: JsonValue) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const decide = ajv.compile({ $ref: `document#/components/schemas/${SCHEMA}` });
  return (value) => decide(value) === true;
}

test(`decides on ${COUNT} requests as Ajv does`, async () => {
  const decide = createDecision();
  const seeds = Object.values(examples)
    .map(({ value }) => JSON.parse(JSON.stringify(value)) as JsonValue)
    .filter(decide);
  const material = { pool: collectValues(schemas), names: collectNames(schemas) };
  const bodies = [...seeds, ...createMutants(seeds, { count: COUNT, seed: 1, ...material })];
  const mock = createMock(JSON.parse(JSON.stringify(document)));
  const differences: unknown[] = [];
  const counts = { valid: 0, invalid: 0 };
  for (const [index, body] of bodies.entries()) {
    const isValid = decide(body);
    counts[isValid ? 'valid' : 'invalid'] += 1;
    const headers = {
      authorization: 'Bearer sk_test_any',
      'content-type': 'application/json',
      'mock-world': `${index}`,
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request('http://mock.example/v1/videos/generations', init));
    const answer = (await response.json()) as JsonValue;
    const error = isJsonObject(answer) ? answer.error : undefined;
    const isNamed = isJsonObject(error) && typeof error.message === 'string' && error.message !== '';
    if (response.status !== (isValid ? 202 : 400) || isNamed === isValid) {
      differences.push({ body, isValid, status: response.status, answer });
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(counts.valid).toBeGreaterThan(COUNT / 50);
  expect(counts.invalid).toBeGreaterThan(COUNT / 4);
});
