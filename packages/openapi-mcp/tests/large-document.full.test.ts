// The document of GitHub, with more than 1,200 operations.
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { defineSearchTools, OperationSearch } from '../src/tools/search-tools.ts';
import { nameTools } from '../src/tools/tool-names.ts';
import { ToolSet } from '../src/tools/tool-set.ts';
import questions from './github-questions.json' with { type: 'json' };

const LARGEST_TOOL = 24_000;
/** About 2,000 tokens. */
const LARGEST_LIST = 8000;
const LEAST_HITS = 45;

const path = fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));
const { model } = new ExactSchemas(await loadDocument(path, { lenient: true }));
const tools = new ToolSet(model, { isReadOnly: false });

function listMemberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties }: { properties?: unknown } = { ...schema };
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...names, ...Object.values(schema).flatMap(listMemberNames)];
}

test('hosts accept every tool: names, members, size, no references, objects at the root', () => {
  const definitions = tools.tools.map((tool) => tools.define(tool));
  expect(definitions.length).toBeGreaterThan(1000);
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
  for (const definition of definitions) {
    const { name, inputSchema, outputSchema = { type: 'object' } } = definition;
    expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(JSON.stringify(definition).length, name).toBeLessThanOrEqual(LARGEST_TOOL);
    expect(JSON.stringify(definition), name).not.toContain('"$ref":"');
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema, name).toMatchObject({ type: 'object' });
      for (const keyword of ['anyOf', 'oneOf', 'allOf']) expect(schema, name).not.toHaveProperty(keyword);
      for (const member of listMemberNames(schema)) expect(member, name).toMatch(/^[\w.-]{1,64}$/);
    }
  }
});

test('the search finds 45 of 50 operations among its first three, and its tools are small', () => {
  expect(JSON.stringify(defineSearchTools('GitHub', tools.tools.length)).length).toBeLessThan(LARGEST_LIST);
  const search = new OperationSearch(tools);
  const entries = Object.entries(questions);
  const names = nameTools(entries.map(([, id]) => id));
  const missed = entries.filter(([question], index) => {
    const first = search.find(question).slice(0, 3);
    return !first.some(({ name }) => name === names[index]);
  });
  expect(entries).toHaveLength(50);
  expect(entries.length - missed.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(LEAST_HITS);
});
