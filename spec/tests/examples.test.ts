import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Example, MediaType, Operation, PathItem } from './contract.ts';
import { contract, isValid } from './contract.ts';

interface NamedExample {
  where: string;
  name: string;
  example: Example;
  mediaType: MediaType;
}

function bodiesOf(operation: Operation): [string, MediaType][] {
  const { operationId, requestBody, responses } = operation;
  const bodies = Object.values(requestBody?.content ?? {}).map((body): [string, MediaType] => [
    `${operationId} request`,
    body,
  ]);
  for (const [status, response] of Object.entries(responses)) {
    for (const body of Object.values(response.content ?? {})) bodies.push([`${operationId} ${status}`, body]);
  }
  return bodies;
}

function operationsOf(items: Record<string, PathItem>): Operation[] {
  return Object.values(items)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => [operation, ...Object.values(operation.callbacks ?? {}).flatMap(operationsOf)]);
}

const operations = [...operationsOf(contract.paths), ...operationsOf(contract.webhooks)];
const examples = operations
  .flatMap(bodiesOf)
  .flatMap(([where, mediaType]) =>
    Object.entries(mediaType.examples).map(
      ([name, example]): NamedExample => ({ where, name, example, mediaType }),
    ),
  );

test.each(examples)('the example $name of $where is valid', ({ example, mediaType }) => {
  expect(isValid(mediaType.schema, example.value)).toBe(true);
});

test('every file of video/examples is the example of a body, and so was validated', () => {
  const validated = new Set(examples.map(({ example }) => example));
  const seen = Object.entries(contract.components.examples).filter(([, example]) => validated.has(example));
  const files = readdirSync(new URL('../video/examples', import.meta.url));
  expect(seen.map(([name]) => `${name}.yaml`).sort()).toEqual(files.sort());
});

test.each(operations)('the example of each parameter and header of $operationId is valid', (operation) => {
  const headers = Object.values(operation.responses).flatMap(({ headers }) => Object.values(headers ?? {}));
  for (const { schema, example } of [...operation.parameters, ...headers]) {
    expect(isValid(schema, example), JSON.stringify(example)).toBe(true);
  }
});

test.each([
  ['createVideoGeneration request', ['text-to-video', 'image-to-video', 'reference-to-video']],
  [
    'getTask 200',
    ['queued', 'generating', 'completed', 'completed-expired', 'failed', 'failed-refund-failed'],
  ],
  ['taskCompleted request', ['task-completed']],
  ['taskFailed request', ['task-failed', 'task-failed-refund-failed']],
])('%s shows %j', (where, names) => {
  const shown = examples.filter((example) => example.where === where).map(({ name }) => name);
  expect(shown).toEqual(expect.arrayContaining(names));
});
