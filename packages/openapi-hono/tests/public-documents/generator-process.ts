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

const [packageName = ''] = process.argv.slice(2);
const path = join(import.meta.dirname, '../../..', packageName, 'src/index.ts');
const generator: Generator = await import(pathToFileURL(path).href);

process.on('message', (request: GenerationRequest) => {
  void generate(request).then((reply) => process.send?.(reply));
});
process.send?.('ready');

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
