// Writes the outcome of each document as a table.
import type { PublicDocument } from './checkout.ts';
import { GENERATOR_NAMES, type GeneratorName, type Outcome } from './generate-document.ts';

/** The outcomes of one document; the errors are the first of each compilation, empty without errors. */
export interface DocumentResult extends Record<GeneratorName, Outcome> {
  errors?: Record<GeneratorName, string>;
}

/** A document and its outcomes. */
export interface ReportedDocument extends PublicDocument {
  result: DocumentResult;
}

const MAX_REASON_LENGTH = 110;

/** Writes the report as Markdown. */
export function writeReport(documents: readonly ReportedDocument[]): string {
  const drawn = documents.filter(({ isDrawn }) => isDrawn);
  const repositories = new Set(documents.map(({ repository }) => repository));
  const count = (name: GeneratorName, result: Outcome['result']) =>
    documents.filter((one) => one.result[name].result === result).length;
  const summary = GENERATOR_NAMES.map((name) => {
    const counts = (['strict', 'lenient', 'skipped', 'refused'] as const).map((result) =>
      count(name, result),
    );
    return `| ${[name, ...counts].join(' | ')} |`;
  });
  return `# Proof on public documents

${documents.length} documents of ${repositories.size} public repositories, each at one commit, and what the generators of servers
(\`openapi-hono\`), clients (\`openapi-client\`) and types (\`keyframe generate types\`) do with them.
In \`packages/openapi-hono\`, \`npm run proof:public\` generates this file; it clones the repositories, which takes some gigabytes.
\`documents.json\` lists the documents. ${drawn.length} of them, in italics, were drawn at random from the repositories that have a file of a
usual name, such as \`openapi.yaml\` or \`docs/swagger.json\`, before any tool had read them.

- **strict**: accepted without an option.
- **lenient**: accepted with \`--lenient\`, by the rules that are named.
- **skipped**: accepted with \`--lenient --skip-unsupported\`, without the operations that are counted.
- **refused**: no operation is left.

Everything that is accepted is compiled by TypeScript 7 under the strict options of this repository.

| | strict | lenient | skipped | refused |
|---|---|---|---|---|
${summary.join('\n')}

| document | server | client | types | compiles |
|---|---|---|---|---|
${documents.map(writeRow).join('\n')}
`;
}

function writeRow(document: ReportedDocument): string {
  const { repository, commit, path, isDrawn, result } = document;
  const { errors, ...outcomes } = result;
  const name = `${repository}@${commit.slice(0, 7)} ${path}`;
  const url = `https://github.com/${repository}/blob/${commit}/${encodeURI(path)}`;
  const found = GENERATOR_NAMES.filter((each) => errors?.[each]);
  const isRefused = GENERATOR_NAMES.every((each) => outcomes[each].result === 'refused');
  const compiled = found.length === 0 ? 'yes' : `not the ${found.join(' and ')}`;
  const cells = GENERATOR_NAMES.map((each) => writeOutcome(outcomes[each]));
  const link = `[${escapeCell(name)}](${url})`;
  return `| ${isDrawn ? `_${link}_` : link} | ${cells.join(' | ')} | ${isRefused || !errors ? '' : compiled} |`;
}

function writeOutcome({ result, rules, skipped, reasons: [reason = ''] }: Outcome): string {
  if (result === 'strict') return 'strict';
  const cut = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
  if (result === 'lenient' && rules.length === 0) return 'lenient';
  if (result === 'lenient') return `lenient: ${rules.map((rule) => `\`${rule}\``).join(', ')}`;
  return result === 'skipped' ? `skipped ${skipped}: ${escapeCell(cut)}` : `refused: ${escapeCell(cut)}`;
}

function escapeCell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
