// Prints how many operations the search finds: `npm run compare:search [-- --documents <folder>] [--verbose]`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readDocument } from '@keyframe/openapi-model';
import { ExactSchemas } from '../src/schema/exact-schemas.ts';
import { OperationSearch } from '../src/tools/operation-search.ts';
import { defineSearchTools } from '../src/tools/search-tools.ts';
import { nameTools } from '../src/tools/tool-names.ts';
import { ToolSet } from '../src/tools/tool-set.ts';

const FOLDER = join(import.meta.dirname, '../tests');
const FIRST = 3;
const CHARACTERS_PER_TOKEN = 4;

const { values } = parseArgs({ options: { documents: { type: 'string' }, verbose: { type: 'boolean' } } });

console.log(
  '| document | operations | tokens of definitions | questions | among the first three | first |\n|---|---|---|---|---|---|',
);
for (const file of readdirSync(FOLDER).filter((one) => one.endsWith('-questions.json'))) {
  const name = file.replace('-questions.json', '');
  const path = findDocument(name);
  if (path === undefined) console.error(`${name}: no ${name}.json or ${name}.yaml in --documents`);
  else await ask(name, path);
}

function findDocument(name: string): string | undefined {
  if (name === 'github')
    return fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json'));
  const folder = values.documents;
  const paths = folder === undefined ? [] : ['json', 'yaml'].map((type) => join(folder, `${name}.${type}`));
  return paths.find((path) => existsSync(path));
}

async function ask(name: string, path: string): Promise<void> {
  const { model: source } = await readDocument(path, { lenient: true, skipUnsupported: true });
  const tools = new ToolSet(new ExactSchemas(source).model, { isReadOnly: false });
  const search = new OperationSearch(tools);
  const questions: Record<string, string> = JSON.parse(
    readFileSync(join(FOLDER, `${name}-questions.json`), 'utf8'),
  );
  const positions = Object.entries(questions).map(([question, id]) => {
    const [wanted] = nameTools([id]);
    const names = search.find(question).map((found) => found.name);
    const position = names.indexOf(wanted ?? id);
    if (values.verbose && !(position >= 0 && position < FIRST)) {
      console.error(`${question}: ${wanted} is not among ${names.slice(0, FIRST).join(', ')}`);
    }
    return position;
  });
  const definitions = JSON.stringify(defineSearchTools(name, tools.tools.length));
  const cells = [
    name,
    tools.tools.length,
    Math.round(definitions.length / CHARACTERS_PER_TOKEN),
    positions.length,
    positions.filter((position) => position >= 0 && position < FIRST).length,
    positions.filter((position) => position === 0).length,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
