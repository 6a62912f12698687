import type { Change } from '../diff/change.ts';
import type { Finding } from '../finding.ts';
import { checkUrl } from '../pages/pages.ts';
import { formatCurl } from './curl.ts';
import { groupLocations, listOperations, sortBySeverity } from './group-findings.ts';
import type { Report } from './report.ts';

const HEADINGS = { error: 'Breaking', warning: 'Risky', info: 'Compatible' } as const;

/** Writes a report for a pull request. */
export function markdownText(report: Report, called: string): string {
  const { document, findings, changes, tools = [] } = report;
  const title = `## ${called}: \`${document}\``;
  if (changes) return [title, '', changelogText(changes)].join('\n');
  const rows = groupLocations(sortBySeverity(findings))
    .toReversed()
    .map(([finding, ...others]) => {
      const { severity, check, message, request } = finding;
      const where = listOperations(finding).join('<br>') || describeLocation(finding, others.length);
      const shown = request ? `<br><code>${escapeCell(formatCurl(request))}</code>` : '';
      return `| ${severity} | ${where} | ${escapeCell(message)}${shown} | [\`${check}\`](${checkUrl(check)}) |`;
    });
  const toolLines = tools.map(
    ({ name, findings: found, skipped }) => `- ${name}: ${skipped ?? `${found} findings`}`,
  );
  const table = ['| | where | finding | check |', '|---|---|---|---|', ...rows];
  return [title, '', ...(rows.length === 0 ? ['No findings.'] : table), '', ...toolLines, ''].join('\n');
}

/** Writes the changes between two versions of a document as a changelog in Markdown. */
export function changelogText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed in meaning.\n';
  return (['error', 'warning', 'info'] as const)
    .flatMap((level) => {
      const own = changes.filter((change) => change.level === level);
      return own.length === 0 ? [] : [`### ${HEADINGS[level]}`, '', ...own.map(changeLine), ''];
    })
    .join('\n');
}

function changeLine({ operations, message, rule, before, after, witness }: Change): string {
  const [first, ...others] = operations;
  const where =
    first === undefined ? '' : `**${first}**${others.length > 0 ? ` and ${others.length} more` : ''}: `;
  const shown = witness === undefined ? '' : `, for example \`${JSON.stringify(witness)}\``;
  return `- ${where}${message} \`${before}\` → \`${after}\`${shown} (\`${rule}\`)`;
}

function describeLocation({ location, pointer }: Finding, others: number): string {
  const first = `\`${location ? `${location.file}:${location.line}` : pointer}\``;
  return others > 0 ? `${first} and ${others} more` : first;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}
