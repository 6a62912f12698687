// Runs one tool on one mutant in a process of its own, and prints its findings. Arguments: tool, seed, area and name of the
// mutant; without a name, the server that conforms.
import { TOOLS } from './tools.ts';

const [tool = '', seed = '1', area = '', mutant] = process.argv.slice(2);
const runTool = TOOLS[tool];
if (!runTool) throw new Error(`Unknown tool "${tool}".`);
const startedAt = performance.now();
const found = await runTool({ seed: Number(seed), area, ...(mutant === undefined ? {} : { mutant }) });
console.log(JSON.stringify({ found, seconds: (performance.now() - startedAt) / 1_000 }));
