// Child process: generates documents by one of the generators, so that a document that takes too long can be stopped.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Options of one generation, the same in both generators. */
export interface GenerationRequest {
  document: string;
  out: string;
  lenient: boolean;
  skipUnsupported: boolean;
}

interface Finding {
  message: string;
  rule?: string;
}

/** The result of one generation; `problems` if the document is rejected. */
export type GenerationReply =
  | { warnings: Finding[]; skipped: readonly string[] }
  | { problems: Finding[] }
  | { failure: string };

interface Generator {
  write: (
    request: GenerationRequest,
  ) => Promise<{ warnings: readonly Finding[]; skipped: readonly string[] }>;
}

// The command depends on this package, so that it is imported by its path only.
type CreateTool = (words: readonly string[]) => Promise<{ tool: unknown; words: readonly string[] }>;
type RunCaptured = (tool: unknown, words: readonly string[]) => Promise<{ status: number; err: string }>;

const [packageName = '', command = ''] = process.argv.slice(2);
const sources = join(import.meta.dirname, '../../..', packageName, 'src');
const generator: Generator = command === 'types' ? await loadTypes() : await load('index.ts');

process.on('message', (request: GenerationRequest) => {
  void generate(request).then((reply) => process.send?.(reply));
});
process.send?.('ready');

function load<TModule>(path: string): Promise<TModule> {
  return import(pathToFileURL(join(sources, path)).href);
}

/** Binds the command `types`, which writes one file and has no function of its own. */
async function loadTypes(): Promise<Generator> {
  const { createTool } = await load<{ createTool: CreateTool }>('create-tool.ts');
  const { runCaptured } = await load<{ runCaptured: RunCaptured }>('command/run-captured.ts');
  return {
    async write({ document, out, lenient, skipUnsupported }) {
      const options = [lenient && '--lenient', skipUnsupported && '--skip-unsupported'];
      const call = ['generate', 'types', document, '--out', join(out, 'types.ts')];
      const { tool, words } = await createTool([...call, ...options.filter((word) => word !== false)]);
      const { status, err } = await runCaptured(tool, words);
      const lines = err.split('\n');
      if (status === 1) throw Object.assign(new Error('rejected'), { problems: lines.flatMap(readProblem) });
      if (status !== 0) throw new Error(lines.join(' '));
      return { warnings: [], skipped: lines.filter((line) => line.startsWith('skipped: ')) };
    },
  };
}

/** Reads the message that follows the location of a problem. */
function readProblem(line: string): Finding[] {
  const message = /^.+?:\d+:\d+ #\S* (?<message>.+)/.exec(line)?.groups?.message;
  return message === undefined ? [] : [{ message }];
}

async function generate(request: GenerationRequest): Promise<GenerationReply> {
  try {
    const { warnings, skipped } = await generator.write(request);
    return { warnings: warnings.map(pickFinding), skipped };
  } catch (error) {
    if (error instanceof Error && 'problems' in error && Array.isArray(error.problems)) {
      return { problems: error.problems.map(pickFinding) };
    }
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function pickFinding({ message, rule }: Finding): Finding {
  return rule === undefined ? { message } : { message, rule };
}
