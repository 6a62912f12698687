// The page with the scores: a summary by kind of fault, and below it what each judge says of each mutant.
import type { Result } from './results.ts';
import { SUBJECTS } from './subjects.ts';

const OWN = 'contract-gate';

const HEAD = `# Mutants of servers, and who catches them

\`shop.ts\` is a small server that does what \`shop.yaml\` says; \`fleet/\` is another one, of another domain and style. Each
mutant breaks its document in one way that a client can see. A cell says how many of the mutants that a judge was asked
about it caught; where a number is lower than that of the mutants, it was not asked about the others, and their cells below
are empty. The seconds are medians over mutants that all judges were asked about in turns (\`--timed\`), on a busy machine
with two cores and before the newest checks of contract-gate: compare them with each other only.

- contract-gate has the credentials of two owners and some that only read.
- Schemathesis 4.32.5 has those of one owner, and runs all checks and phases until its first failure. What it reports of the fleet
  that conforms is its \`--baseline\` when it judges mutants of the fleet: it sends conditions that no pattern allows, and
  takes the 410 of a retired vehicle for a refusal of valid data.
- Dredd and Prism send the examples of the document, which here name resources that exist; Dredd's hooks prepare the
  requests of the documented refusals (\`peers/\`).
- \`redocly respect\` performs the workflows of \`peers/*.arazzo.yaml\`.
- "Use by a client" holds mutants that were written by what annoys those who call a server, most of them from the document
  alone. When they were written, contract-gate caught 15 of 31; several of its checks were written after them. So the number
  says what it catches now, and nothing about faults that nobody has thought of yet.
- The mutants of the fleet were written before contract-gate was asked about them. It found no way to the vehicles at all,
  since clients choose their ids; with that, it caught 31 of the 61.

\`results.jsonl\` holds what every judge said of every mutant. The answers of the others depend on the servers and on the
releases of the judges alone, those of contract-gate on its code.

\`\`\`sh
pnpm mutants:renew                          # contract-gate: all mutants, and 50 seeds of the servers that conform; renews this page
pnpm mutants                                # all mutants; fails if the list of missed ones is wrong
pnpm mutants --originals 50                 # the servers that conform, with 50 seeds
pnpm mutants --tool Dredd --tool respect --tool "Prism proxy" --missing --save          # what they were not asked yet
pnpm mutants --tool Schemathesis --missing --save --spread    # until it is stopped; needs \`pip install schemathesis\`
pnpm mutants --timed 12 --spread --save --tool contract-gate --tool Schemathesis --tool Dredd --tool respect --tool "Prism proxy"
\`\`\``;

/** Writes the page. */
export function pageOf(results: readonly Result[]): string {
  const judges = [...new Set(results.map(({ judge }) => judge))].toSorted(
    (one, other) => Number(other === OWN) - Number(one === OWN),
  );
  const answers = results.filter(({ seconds }) => seconds === undefined);
  const areas = SUBJECTS.flatMap(({ mutants }) => Object.entries(mutants));
  const said = new Map(
    answers.map((result) => [JSON.stringify([result.judge, result.area, result.mutant]), result]),
  );
  const find = (judge: string, area: string, mutant: string) =>
    said.get(JSON.stringify([judge, area, mutant]));
  const scoresOf = (isCounted: (one: Result) => boolean) =>
    judges.map((judge) => score(answers.filter((one) => one.judge === judge && isCounted(one))));
  const summary = [
    ...areas.map(([area, own]) => [area, String(own.length), ...scoresOf((one) => one.area === area)]),
    [
      '**all**',
      String(areas.flatMap(([, own]) => own).length),
      ...scoresOf(({ mutant }) => mutant !== undefined),
    ],
    secondsRow(results, judges),
    ...SUBJECTS.map(({ title, original }) => [
      `false alarms of ${title}, seeds`,
      '',
      ...scoresOf(({ area }) => area === original).map((one) => one.replace(' of ', ' in ')),
    ]),
  ].filter(([, , ...cells]) => cells.some((cell) => cell !== ''));
  const rows = areas.flatMap(([area, own]) =>
    own.map(({ name }) => [area, name, ...judges.map((judge) => shown(find(judge, area, name), judge))]),
  );
  return [
    HEAD,
    '## By kind of fault',
    table(['fault in', 'mutants', ...judges], summary),
    ...missedText(),
    '## Mutant by mutant',
    table(['fault in', 'mutant', ...judges], rows),
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
  const caught = results.filter(({ found }) => found.length > 0).length;
  return results.length === 0 ? '' : `${caught} of ${results.length}`;
}

// Only mutants that all of the judges were asked about can be compared.
function secondsRow(results: readonly Result[], judges: readonly string[]): string[] {
  const timed = Map.groupBy(
    results.filter(({ seconds }) => seconds !== undefined),
    ({ area, mutant }) => JSON.stringify([area, mutant]),
  );
  const shared = [...timed.values()].filter((own) =>
    judges.every((judge) => own.some((one) => one.judge === judge)),
  );
  const times = judges.map((judge) => median(shared.flat().filter((one) => one.judge === judge)));
  return ['median seconds', String(shared.length), ...times];
}

function median(results: readonly Result[]): string {
  const sorted = results.flatMap(({ seconds }) => seconds ?? []).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '';
}

function shown(result: Result | undefined, judge: string): string {
  if (!result) return '';
  if (result.found.length === 0) return 'no';
  return judge === OWN ? result.found.map((check) => `[${check}](../../docs/${check}.md)`).join(', ') : 'yes';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
