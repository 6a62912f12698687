// The document of GitHub, with more than 1,200 operations.
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findHostProblem } from '../compare/host-rules.ts';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { OperationSearch } from '../src/tools/operation-search.ts';
import { defineSearchTools } from '../src/tools/search-tools.ts';
import { nameTools } from '../src/tools/tool-names.ts';
import { ToolSet } from '../src/tools/tool-set.ts';
import questions from './github-questions.json' with { type: 'json' };

/** About 2,000 tokens. */
const LARGEST_LIST = 8000;
const LEAST_HITS = 45;

const path = fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));
const { model } = new ExactSchemas(await loadDocument(path, { lenient: true }));
const tools = new ToolSet(model, { isReadOnly: false });

test('hosts accept every tool: names, members, size, no references, objects at the root', () => {
  const definitions = tools.tools.map((tool) => tools.define(tool));
  expect(definitions.length).toBeGreaterThan(1000);
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
  const problems = definitions.map((tool) => [tool.name, findHostProblem(tool)]);
  expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
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
