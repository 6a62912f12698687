import { formatProblems } from '@keyframe/openapi-model';
import { doctor } from '../doctor/doctor.ts';
import { type Command, readWords, type Streams } from './command.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Tells what tools will do to a document. */
export const doctorCommand: Command = {
  usage: `openapi-hono doctor <document> [--json]

Lists what is wrong with a document, and what the tools around OpenAPI and Hono would do to it in silence: keywords
that they drop, paths that they route wrong, bodies that they do not validate. Each with its place and a repair.

  --json  print the findings as JSON`,
  run: runDoctor,
};

async function runDoctor(words: readonly string[], { out }: Streams): Promise<number> {
  const { document, values } = readWords(words, OPTIONS);
  const findings = await doctor(document);
  if (values.json) out(JSON.stringify({ findings }));
  else for (const finding of findings) out(`${formatProblems(document, [finding])} [${finding.rule}]`);
  return findings.length > 0 ? 1 : 0;
}
