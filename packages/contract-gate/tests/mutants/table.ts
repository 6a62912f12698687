// The table of mutants: a summary by kind of fault, and the result of each tool for each mutant.
import { isDetected, isWarned, type Result } from './results.ts';
import { SUBJECTS } from './subjects.ts';

const OWN = 'contract-gate';

const HEAD = '# Mutants of servers, and the tools that detect them';

/** Writes the page. */
export function renderPage(results: readonly Result[]): string {
  const tools = [...new Set(results.map(({ tool }) => tool))].toSorted(
    (one, other) => Number(other === OWN) - Number(one === OWN),
  );
  const answers = results.filter(({ seconds }) => seconds === undefined);
  const areas = SUBJECTS.flatMap(({ mutants }) => Object.entries(mutants));
  const said = new Map(
    answers.map((result) => [JSON.stringify([result.tool, result.area, result.mutant]), result]),
  );
  const find = (tool: string, area: string, mutant: string) => said.get(JSON.stringify([tool, area, mutant]));
  const listScores = (isCounted: (one: Result) => boolean) =>
    tools.map((tool) => score(answers.filter((one) => one.tool === tool && isCounted(one))));
  const summary = [
    ...areas.map(([area, own]) => [area, String(own.length), ...listScores((one) => one.area === area)]),
    [
      '**all**',
      String(areas.flatMap(([, own]) => own).length),
      ...listScores(({ mutant }) => mutant !== undefined),
    ],
    secondsRow(results, tools),
    ...SUBJECTS.map(({ title, original }) => [
      `false alarms of ${title}, seeds`,
      '',
      ...listScores(({ area }) => area === original).map((one) => one.replace(' of ', ' in ')),
    ]),
  ].filter(([, , ...cells]) => cells.some((cell) => cell !== ''));
  const rows = areas.flatMap(([area, own]) =>
    own.map(({ name }) => [area, name, ...tools.map((tool) => shown(find(tool, area, name), tool))]),
  );
  return [
    HEAD,
    '## By kind of fault',
    table(['fault in', 'mutants', ...tools], summary),
    ...missedText(),
    '## Mutant by mutant',
    table(['fault in', 'mutant', ...tools], rows),
  ]
    .join('\n\n')
    .concat('\n');
}

function missedText(): string[] {
  const missed = SUBJECTS.flatMap(({ mutants }) => Object.values(mutants).flat()).flatMap(
    ({ name, missed: reason }) => (reason === undefined ? [] : [`- ${name}: ${reason}`]),
  );
  return missed.length === 0 ? [] : ['## Not caught by contract-gate', missed.join('\n')];
}

function score(results: readonly Result[]): string {
  const warned = results.filter(isWarned).length;
  const warnings = warned === 0 ? '' : ` (${warned} as warnings)`;
  return results.length === 0 ? '' : `${results.filter(isDetected).length} of ${results.length}${warnings}`;
}

// Only mutants that all tools ran on can be compared.
function secondsRow(results: readonly Result[], tools: readonly string[]): string[] {
  const timed = Map.groupBy(
    results.filter(({ seconds }) => seconds !== undefined),
    ({ area, mutant }) => JSON.stringify([area, mutant]),
  );
  const shared = [...timed.values()].filter((own) =>
    tools.every((tool) => own.some((one) => one.tool === tool)),
  );
  const times = tools.map((tool) => median(shared.flat().filter((one) => one.tool === tool)));
  return ['median seconds', String(shared.length), ...times];
}

function median(results: readonly Result[]): string {
  const sorted = results.flatMap(({ seconds }) => seconds ?? []).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '';
}

function shown(result: Result | undefined, tool: string): string {
  if (!result) return '';
  if (result.found.length === 0) return 'no';
  return tool === OWN ? result.found.map((check) => `\`${check}\``).join(', ') : 'yes';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
