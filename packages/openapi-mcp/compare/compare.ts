// Compares the tools that generators make: `npm run compare [-- --python <python with fastmcp> --sets 200 document…]`.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadDocument } from '@keyframe/openapi-model';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { ToolSet } from '../src/tools/tool-set.ts';
import { createSets, type Figures, measureGenerator, type Subject } from './compare-document.ts';
import { createFastmcp, type Generator, OPENAPI_MCP, OPENAPI_MCP_GENERATOR } from './generators.ts';

const GITHUB = fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { python: { type: 'string' }, sets: { type: 'string', default: '200' } },
});
const generators: Generator[] = [OPENAPI_MCP, OPENAPI_MCP_GENERATOR];
if (values.python === undefined) {
  console.error('fastmcp is not measured: name a Python that has it, --python <path>.');
} else generators.push(createFastmcp(values.python));

const results = new Map<Generator, (Figures | undefined)[]>(generators.map((generator) => [generator, []]));
let unread = 0;
for (const path of positionals.length > 0 ? positionals : [GITHUB]) await compareDocument(path);
printTable();

async function compareDocument(path: string): Promise<void> {
  try {
    const source = await loadDocument(path, { lenient: true });
    const schemas = new ExactSchemas(source);
    const tools = new ToolSet(schemas.model, { isReadOnly: false });
    const checked = createSets(tools, Number(values.sets));
    console.error(`${path}: ${tools.tools.length} operations, Ajv decides about ${checked.length}`);
    for (const [generator, figures] of results) {
      figures.push(await measure(generator, { tools, schemas, checked, document: source.document }));
    }
  } catch (error) {
    unread += 1;
    console.error(`${path}: not read: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
}

async function measure(generator: Generator, subject: Subject): Promise<Figures | undefined> {
  try {
    return await measureGenerator(generator, subject);
  } catch (error) {
    console.error(`  ${generator.name} fails: ${String(error).split('\n', 1)[0]?.slice(0, 200)}`);
    return undefined;
  }
}

function printTable(): void {
  console.log(
    '| | documents | no tools for | tools | accepted by hosts | tokens | arguments checked | wrong decisions | rejected for |\n|---|---|---|---|---|---|---|---|---|',
  );
  for (const [{ name }, all] of results) {
    const figures = all.filter((one) => one !== undefined);
    const sum = (read: (one: Figures) => number) => figures.reduce((total, one) => total + read(one), 0);
    const tools = sum((one) => one.tools);
    const problems = figures.flatMap((one) => one.problems);
    const counts = [...Map.groupBy(problems, (problem) => problem)].map(
      ([problem, found]) => `${problem}: ${found.length}`,
    );
    const cells = [
      name,
      all.length,
      all.length - figures.length,
      tools,
      tools - problems.length,
      sum((one) => one.tokens),
      sum((one) => one.decisions),
      sum((one) => one.wrong),
      counts.join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  if (unread > 0) console.log(`${unread} documents could not be read.`);
}
