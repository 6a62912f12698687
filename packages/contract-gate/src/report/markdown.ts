import type { Change } from '../diff/change.ts';
import type { Finding } from '../finding.ts';
import { checkUrl } from '../pages/pages.ts';
import { formatCurl } from './curl.ts';
import { groupLocations, listOperations, sortBySeverity } from './group-findings.ts';
import type { Report } from './report.ts';

const HEADINGS = { error: 'Breaking', warning: 'Risky', info: 'Compatible' } as const;

/** Writes a report for a pull request. */
export function markdownText(report: Report, label: string): string {
  const { document, findings, changes, tools = [] } = report;
  const title = `## ${label}: \`${document}\``;
  if (changes) return [title, '', changelogText(changes)].join('\n');
  const rows = groupLocations(sortBySeverity(findings))
    .toReversed()
    .map(([finding, ...copies]) => {
      const { severity, check, message, request } = finding;
      const where = listOperations(finding).join('<br>') || describeLocation(finding, copies.length);
      const curl = request ? `<br><code>${escapeCell(formatCurl(request))}</code>` : '';
      return `| ${severity} | ${where} | ${escapeCell(message)}${curl} | [\`${check}\`](${checkUrl(check)}) |`;
    });
  const toolLines = tools.map(
    ({ name, findings: count, skipped }) => `- ${name}: ${skipped ?? `${count} findings`}`,
  );
  const table = ['| | where | finding | check |', '|---|---|---|---|', ...rows];
  return [title, '', ...(rows.length === 0 ? ['No findings.'] : table), '', ...toolLines, ''].join('\n');
}

/** Writes the changes between two versions of a document as a changelog in Markdown. */
export function changelogText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed in meaning.\n';
  const lines: string[] = [];
  for (const level of ['error', 'warning', 'info'] as const) {
    const items = changes.filter((change) => change.level === level).map(changeLine);
    if (items.length > 0) lines.push(`### ${HEADINGS[level]}`, '', ...items, '');
  }
  return lines.join('\n');
}

function changeLine({ operations, message, rule, before, after, witness }: Change): string {
  const [first] = operations;
  const more = operations.length > 1 ? ` and ${operations.length - 1} more` : '';
  const where = first === undefined ? '' : `**${first}**${more}: `;
  const example = witness === undefined ? '' : `, for example \`${JSON.stringify(witness)}\``;
  return `- ${where}${message} \`${before}\` → \`${after}\`${example} (\`${rule}\`)`;
}

function describeLocation({ location, pointer }: Finding, copies: number): string {
  const first = `\`${location ? `${location.file}:${location.line}` : pointer}\``;
  return copies > 0 ? `${first} and ${copies} more` : first;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}
