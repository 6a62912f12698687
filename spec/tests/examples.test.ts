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

function listBodies(operation: Operation): [string, MediaType][] {
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

function listOperations(items: Record<string, PathItem>): Operation[] {
  return Object.values(items)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => [operation, ...Object.values(operation.callbacks ?? {}).flatMap(listOperations)]);
}

const operations = [...listOperations(contract.paths), ...listOperations(contract.webhooks)];
const examples = operations
  .flatMap(listBodies)
  .flatMap(([where, mediaType]) =>
    Object.entries(mediaType.examples).map(
      ([name, example]): NamedExample => ({ where, name, example, mediaType }),
    ),
  );

test.each(examples)('the example $name of $where is valid', ({ example, mediaType }) => {
  expect(isValid(mediaType.schema, example.value)).toBe(true);
});

test('every file of video/examples is the example of a body, so it is validated', () => {
  const validated = new Set(examples.map(({ example }) => example));
  const seen = Object.entries(contract.components.examples).filter(([, example]) => validated.has(example));
  const files = readdirSync(new URL('../video/examples', import.meta.url));
  expect(seen.map(([name]) => `${name}.yaml`).sort()).toEqual(files.sort());
});

test.each(operations)('the example of each parameter and header of $operationId is valid', (operation) => {
  const headers = Object.values(operation.responses).flatMap(({ headers }) => Object.values(headers ?? {}));
  for (const { schema, example } of [...(operation.parameters ?? []), ...headers]) {
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

/** Parses the names of limits in a RateLimit or RateLimit-Policy field, with the number that follows each. */
function parseLimits(field: unknown): [name: string, count: number][] {
  return [...String(field).matchAll(/"([a-z]+)";[rq]=(\d+)/g)].map(([, name = '', count]) => [
    name,
    Number(count),
  ]);
}

const LIMITS = {
  createVideoGeneration: ['create'],
  listTasks: ['status'],
  getTask: ['status', 'poll'],
  listTaskDeliveries: ['status'],
  listSandboxCallbacks: ['status'],
  getCredits: ['status'],
  listModels: ['status'],
};
const answers = Object.entries(LIMITS).flatMap(([operationId, limits]) => {
  const { responses } = operations.find((operation) => operation.operationId === operationId) as Operation;
  return Object.entries(responses).map(([status, response]) => ({
    operationId,
    limits,
    status,
    headers: response.headers ?? {},
    bodies: Object.values(response.content?.['application/json']?.examples ?? {}).map(({ value }) => value),
  }));
});

test.each(answers)(
  'the RateLimit fields of $operationId $status name limits of the operation, and the same ones',
  ({ limits, headers }) => {
    const left = parseLimits(headers.RateLimit?.example);
    const quotas = parseLimits(headers['RateLimit-Policy']?.example);
    expect(left.map(([name]) => name)).toEqual(quotas.map(([name]) => name));
    expect(limits.slice(0, left.length)).toEqual(left.map(([name]) => name));
    left.forEach(([name, count], index) => {
      expect(count, name).toBeLessThanOrEqual(quotas[index]?.[1] ?? 0);
    });
    expect('RateLimit' in headers).toBe('RateLimit-Policy' in headers);
    expect(left.length > 0).toBe('RateLimit' in headers);
  },
);

test.each(answers.filter(({ status }) => status === '429'))(
  'ERR-4 the example of $operationId 429 has nothing left of a limit until Retry-After',
  ({ headers }) => {
    const exhausted = String(headers.RateLimit?.example).match(/;r=0;t=\d+/g);
    expect(exhausted).toEqual([`;r=0;t=${headers['Retry-After']?.example}`]);
  },
);

test.each(answers.filter(({ status, headers }) => Number(status) >= 400 && 'Retry-After' in headers))(
  'OPEN-12 the Retry-After of $operationId $status is the retry_after of every example of its body',
  ({ headers, bodies }) => {
    const seconds = bodies.map((body) => (body as { error: { retry_after?: number } }).error.retry_after);
    expect(seconds.length).toBeGreaterThan(0);
    expect(new Set(seconds)).toEqual(new Set([headers['Retry-After']?.example]));
  },
);

test.each(answers.filter(({ status, headers }) => Number(status) >= 400 && !('Retry-After' in headers)))(
  'OPEN-12 $operationId $status, which has no Retry-After, shows no retry_after',
  ({ bodies }) => {
    for (const body of bodies) expect(body).not.toHaveProperty('error.retry_after');
  },
);

test('OPEN-1 the Location of an accepted task is the path of the task in the body', () => {
  const accepted = answers.find(({ status }) => status === '202');
  const taskIds = accepted?.bodies.map((body) => (body as { taskId: string }).taskId);
  expect(taskIds?.map((id) => `/v1/tasks/${id}`)).toEqual([accepted?.headers.Location?.example]);
});

/** Lists the properties that a schema declares, with their paths; `false` means that a member is always absent. */
function listProperties(schema: Record<string, unknown>, where: string): { where: string; schema: Schema }[] {
  const { properties = {}, not: _refused, examples: _examples, ...rest } = schema;
  const own = Object.entries(properties as Record<string, Schema | false>).flatMap(([name, property]) =>
    property === false ? [] : [{ where: `${where}.${name}`, schema: property }],
  );
  const parts = Object.entries(rest).flatMap(([keyword, part]) => {
    if (typeof part !== 'object' || part === null) return [];
    return listProperties(part as Record<string, unknown>, `${where}/${keyword}`);
  });
  return [...own, ...own.flatMap((member) => listProperties(member.schema, member.where)), ...parts];
}

interface Schema extends Record<string, unknown> {
  examples?: unknown[];
}

test('every property of requests and responses has examples, and all of them are valid', () => {
  const properties = Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
    listProperties(schema, name),
  );
  expect(properties.length).toBeGreaterThan(80);
  expect(properties.filter(({ schema }) => schema.examples === undefined).map(({ where }) => where)).toEqual(
    [],
  );
  const invalid = properties.filter(({ schema }) =>
    schema.examples?.some((value) => !isValid(schema, value)),
  );
  expect(invalid.map(({ where }) => where)).toEqual([]);
});
