// Compiled and interpreted validators against the JSON Schema Test Suite for 2020-12.
import { readFileSync } from 'node:fs';
import { inspectModel, isJsonObject, type JsonValue, type ModelInspection } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createLazyAcceptors } from '../src/validators/index.ts';
import { compileAcceptors } from './compile-acceptors.ts';

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
}

const SUITE = new URL('json-schema-suite/draft2020-12.jsonl', import.meta.url);
const groups: readonly Group[] = readFileSync(SUITE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const files = [...new Set(groups.map(({ file }) => file))];

/** Schemas and dialects that the suite serves over HTTP, and metaschemas. */
const isElsewhere = (message: string) =>
  /leads out of the document|Unknown JSON Schema dialect/.test(message) &&
  /localhost:1234|json-schema\.org/.test(message);

/** `dependencies` is a keyword of draft 7, which 2020-12 may ignore. */
const EXCEPTIONS = ['optional/dependencies-compatibility'];

test.each(files)('%s: interpreted and compiled schemas decide the same', (file) => {
  const decisions: [test: string, ...decisions: (boolean | undefined)[]][] = [];
  for (const group of groups.filter((candidate) => candidate.file === file)) {
    const { model, problems } = readGroup(group);
    const root = model?.schemas.get('Root');
    if (model === undefined || root === undefined || problems.length > 0) {
      expect(problems.map(({ message }) => message).filter((message) => !isElsewhere(message))).toEqual([]);
      continue;
    }
    // The suite asserts formats in the tests of formats alone.
    const isFormat = file.startsWith('optional/format');
    for (const formats of ['assert', 'annotate'] as const) {
      const [compiled] = compileAcceptors(model, [root], { formats });
      const interpreted = createLazyAcceptors(model, { formats })(root);
      for (const { description, data, valid } of group.tests) {
        const name = `${formats}: ${group.description}: ${description}`;
        const isSpecified = isFormat === (formats === 'assert') && !EXCEPTIONS.includes(file);
        const decision = compiled?.(data);
        decisions.push([name, isSpecified ? valid : decision, decision, interpreted(data)]);
      }
    }
  }
  const different = decisions.filter(([, expected, ...others]) => others.some((other) => other !== expected));
  expect(different).toEqual([]);
});

test('all groups are read but those with schemas of other hosts', () => {
  const read = groups.filter((group) => readGroup(group).problems.length === 0);
  expect([read.length, groups.length]).toEqual([435, 461]);
});

function readGroup({ schema }: Group): ModelInspection {
  return inspectModel(
    {
      openapi: '3.1.1',
      jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
      info: { title: 'Suite', version: '1' },
      paths: {},
      components: { schemas: { Root: moveReferences(schema) } },
    },
    'suite',
  );
}

const DATA = ['const', 'default', 'enum', 'examples'];

/** Makes references from the root of a schema lead to the component; those of a schema with an `$id` start there. */
function moveReferences(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(moveReferences);
  if (!isJsonObject(schema) || typeof schema.$id === 'string') return schema;
  const members = Object.entries(schema).filter(([keyword]) => keyword !== '$schema');
  return Object.fromEntries(
    members.map(([keyword, value = null]) => {
      const isPointer = typeof value === 'string' && /^#(?:\/|$)/.test(value);
      if (/^\$(?:dynamicR|r)ef$/.test(keyword) && isPointer)
        return [keyword, `#/components/schemas/Root${value.slice(1)}`];
      return [keyword, DATA.includes(keyword) ? value : moveReferences(value)];
    }),
  );
}
