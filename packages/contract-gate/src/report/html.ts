import { checkUrl } from '../pages/pages.ts';
import { formatCurl } from './curl.ts';
import { listOperations, sortBySeverity } from './group-findings.ts';
import type { Report } from './report.ts';
import { formatSummary, listRemarks } from './terminal.ts';
import { escapeXml } from './xml.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
article{border-left:4px solid #b3261e;padding:.1rem 1rem;margin:1rem 0;background:#f6f6f6}article.warning{border-color:#8a6100}
pre{overflow-x:auto;background:#fff;padding:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem}td,th{text-align:left;padding:.2rem .8rem .2rem 0}`;

/** Writes a report as one HTML page that loads nothing. */
export function htmlText(report: Report, label: string): string {
  const { document, findings, coverage = [] } = report;
  const title = `${label}: ${escapeXml(document)}`;
  const articles = sortBySeverity(findings)
    .toReversed()
    .map((finding) => {
      const { severity, check, pointer, message, expected, received, request, replay } = finding;
      const operations = listOperations(finding).join(', ');
      const facts: [string, string][] = [
        ...(operations === '' ? [] : [['Operation', operations] satisfies [string, string]]),
        ['Place', pointer],
        ['Expected', expected],
        ['Received', received],
      ];
      const stated = facts.filter(([, value]) => value !== '');
      const about = `<dt>Check</dt><dd><a href="${escapeXml(checkUrl(check))}">${escapeXml(check)}</a></dd>`;
      const list = stated.map(([name, value]) => `<dt>${name}</dt><dd>${escapeXml(value)}</dd>`).join('');
      const commands = [...(request ? [formatCurl(request)] : []), ...(replay === undefined ? [] : [replay])];
      const commandList = commands.map((line) => `<pre>${escapeXml(line)}</pre>`).join('');
      return `<article class="${severity}"><h2>${severity}: ${escapeXml(message)}</h2><dl>${about}${list}</dl>${commandList}</article>`;
    });
  const rows = coverage.map(
    ({ kind, operation, name, count }) =>
      `<tr><td>${kind}</td><td>${escapeXml(operation)}</td><td>${escapeXml(name)}</td><td>${count}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<h2>Coverage</h2><table><tr><th>kind</th><th>operation</th><th>part</th><th>exchanges</th></tr>${rows.join('')}</table>`;
  const remarks = listRemarks(report)
    .map((remark) => `<p>${escapeXml(remark)}</p>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${escapeXml(formatSummary(report))}.</p>${remarks}${articles.join('')}${table}</body></html>\n`;
}
