// Compares the tools that generators make of GitHub's document: `npm run compare [-- --python <python with fastmcp>]`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadDocument } from '@keyframe/openapi-model';
import { getToolsFromOpenApi } from 'openapi-mcp-generator';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { defineSearchTools } from '../src/tools/search-tools.ts';
import { ToolSet } from '../src/tools/tool-set.ts';
import { findHostProblem, type ListedTool } from './host-rules.ts';

const DOCUMENT = fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));
const SCRIPT = join(import.meta.dirname, 'list-tools.py');
const LARGEST_OUTPUT = 256 * 1024 * 1024;
/** A usual estimate. */
const CHARACTERS_PER_TOKEN = 4;

async function listOwnTools(): Promise<Record<string, ListedTool[]>> {
  const { model } = new ExactSchemas(await loadDocument(DOCUMENT, { lenient: true }));
  const tools = new ToolSet(model, { isReadOnly: false });
  return {
    'openapi-mcp, searched': defineSearchTools('GitHub', tools.tools.length),
    'openapi-mcp, each operation': tools.tools.map((tool) => tools.define(tool)),
  };
}

async function listGeneratorTools(): Promise<ListedTool[]> {
  const tools = await getToolsFromOpenApi(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  // Schemas may be `true` there.
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: Object(inputSchema),
  }));
}

function listFastmcpTools(python: string): ListedTool[] {
  const options = { encoding: 'utf8', maxBuffer: LARGEST_OUTPUT } as const;
  return JSON.parse(execFileSync(python, [SCRIPT, DOCUMENT], options));
}

function print(name: string, tools: readonly ListedTool[]): void {
  const problems = tools.flatMap((tool) => findHostProblem(tool) ?? []);
  const counts = [...Map.groupBy(problems, (problem) => problem)].map(
    ([problem, found]) => `${problem}: ${found.length}`,
  );
  const tokens = Math.round(JSON.stringify(tools).length / CHARACTERS_PER_TOKEN);
  console.log(
    `| ${name} | ${tools.length} | ${tools.length - problems.length} | ${tokens} | ${counts.join(', ')} |`,
  );
}

const { python } = parseArgs({ options: { python: { type: 'string' } } }).values;
console.log('| | tools | accepted by hosts | tokens | rejected for |\n|---|---|---|---|---|');
for (const [name, tools] of Object.entries(await listOwnTools())) print(name, tools);
print('openapi-mcp-generator', await listGeneratorTools());
if (python !== undefined) print('fastmcp', listFastmcpTools(python));
