// Writes the outcome of each document as a table.
import type { PublicDocument } from './checkout.ts';
import type { Outcome } from './generate-document.ts';

/** The outcomes of one document; the errors are the first of each compilation, empty without errors. */
export interface DocumentResult {
  server: Outcome;
  client: Outcome;
  errors?: { server: string; client: string };
}

/** A document and its outcomes. */
export interface ReportedDocument extends PublicDocument {
  result: DocumentResult;
}

const MAX_REASON_LENGTH = 110;

/** Writes the report as Markdown. */
export function writeReport(documents: readonly ReportedDocument[]): string {
  const repositories = new Set(documents.map(({ repository }) => repository));
  const count = (name: 'client' | 'server', result: Outcome['result']) =>
    documents.filter((one) => one.result[name].result === result).length;
  const summary = (['server', 'client'] as const).map((name) => {
    const counts = (['strict', 'lenient', 'skipped', 'refused'] as const).map((result) =>
      count(name, result),
    );
    return `| ${[name, ...counts].join(' | ')} |`;
  });
  return `# Proof on public documents

${documents.length} documents of ${repositories.size} public repositories, each at one commit, and what the generators of servers
(\`openapi-hono\`) and clients (\`openapi-client\`) do with them. \`pnpm -C packages/openapi-hono proof:public\` generates this
file; it clones the repositories, which takes some gigabytes. \`documents.json\` lists the documents.

- **strict**: accepted without an option.
- **lenient**: accepted with \`--lenient\`, by the rules that are named.
- **skipped**: accepted with \`--lenient --skip-unsupported\`, without the operations that are counted.
- **refused**: no operation is left.

Everything that is accepted is compiled by TypeScript 7 under the strict options of this repository.

| | strict | lenient | skipped | refused |
|---|---|---|---|---|
${summary.join('\n')}

| document | server | client | compiles |
|---|---|---|---|
${documents.map(writeRow).join('\n')}
`;
}

function writeRow({
  repository,
  commit,
  path,
  result: { server, client, errors },
}: ReportedDocument): string {
  const name = `${repository}@${commit.slice(0, 7)} ${path}`;
  const url = `https://github.com/${repository}/blob/${commit}/${encodeURI(path)}`;
  const found = (['server', 'client'] as const).filter((each) => errors?.[each]);
  const isRefused = server.result === 'refused' && client.result === 'refused';
  const compiled = found.length === 0 ? 'yes' : `not the ${found.join(' and ')}`;
  return `| [${escapeCell(name)}](${url}) | ${writeOutcome(server)} | ${writeOutcome(client)} | ${isRefused || !errors ? '' : compiled} |`;
}

function writeOutcome({ result, rules, skipped, reasons: [reason = ''] }: Outcome): string {
  if (result === 'strict') return 'strict';
  const cut = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
  if (result === 'lenient') return `lenient: ${rules.map((rule) => `\`${rule}\``).join(', ')}`;
  return result === 'skipped' ? `skipped ${skipped}: ${escapeCell(cut)}` : `refused: ${escapeCell(cut)}`;
}

function escapeCell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
