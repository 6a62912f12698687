import type { DocumentOptions } from '@keyframe/openapi-model';
import type { ConventionOverrides } from '@keyframe/openapi-resources';
import type { OptionTable, Streams } from '../command/command.ts';

/** The option of commands that derive resources, lists and work from a document. */
export const EXPLAIN_OPTION = {
  explain: { description: 'print what was derived from the document, and exit' },
} as const satisfies OptionTable;

interface ExplainOptions extends DocumentOptions {
  conventions: ConventionOverrides | undefined;
  json: boolean;
}

/** Prints what is derived from a document. Throws as `readDocument` does. */
export async function explainDocument(
  document: string,
  { conventions, json, ...options }: ExplainOptions,
  streams: Streams,
): Promise<0> {
  const [{ createReader, deriveResources, explainResources }, { readDocument }] = await Promise.all([
    import('@keyframe/openapi-resources'),
    import('@keyframe/openapi-model'),
  ]);
  const { model } = await readDocument(document, options);
  printExplanation(explainResources(deriveResources(createReader(model, conventions))), json, streams);
  return 0;
}

/** Prints the lines of an explanation. */
export function printExplanation(lines: readonly string[], isJson: boolean, { out }: Streams): void {
  if (isJson) out(JSON.stringify({ explanation: lines }));
  else for (const line of lines) out(line);
}
