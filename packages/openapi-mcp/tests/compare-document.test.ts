import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSets, measureGenerator } from '../compare/compare-document.ts';
import { OPENAPI_MCP, OPENAPI_MCP_GENERATOR } from '../compare/generators.ts';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { ToolSet } from '../src/tools/tool-set.ts';

const { document, ...source } = await loadDocument(join(import.meta.dirname, 'studio.yaml'));
const schemas = new ExactSchemas({ ...source, document });
const tools = new ToolSet(schemas.model, { isReadOnly: false });
const checked = createSets(tools, 800);
const subject = { tools, schemas, checked, document };

test('argument sets are valid and invalid, and those with files are omitted', () => {
  const counts = checked.map(({ tool, sets }) => [
    tool.name,
    sets.length,
    new Set(sets.map(({ isValid }) => isValid)).size,
  ]);
  expect(counts).toEqual([
    ['getRender', 100, 2],
    ['deleteRender', 100, 2],
    ['assets_list', 100, 2],
    ['readAsset', 100, 2],
    ['echo', 100, 1],
  ]);
});

test('our tools are accepted by hosts and decide as Ajv does', async () => {
  const figures = await measureGenerator(OPENAPI_MCP, subject);
  expect(figures).toMatchObject({ tools: 8, problems: [], decisions: 500, wrong: 0 });
});

test('tools of others are measured on the same sets', async () => {
  const figures = await measureGenerator(OPENAPI_MCP_GENERATOR, subject);
  expect(figures).toMatchObject({ tools: 8, decisions: 500 });
  expect(figures.tokens).toBeGreaterThan(100);
});
