// The page with the scores: a summary by kind of fault, and below it what each judge says of each mutant.
/** A mutant as the page names it. */
interface Listed {
  name: string;
  missed?: string;
}

/** What one judge found in one trial. */
export interface Result {
  judge: string;
  seed: number;
  area: string;
  /** Absent for the server that conforms. */
  mutant?: string;
  /** Empty when it found nothing. */
  found: string[];
  /** Absent where the trial did not take turns with those of other judges. */
  seconds?: number;
}

const OWN = 'contract-gate';

const HEAD = `# Mutants of a server, and who catches them

\`shop.ts\` is a small server that does what \`shop.yaml\` says. Each mutant of it breaks the document in one way that a
client can see. A cell says how many of the mutants that a judge was asked about it caught. contract-gate was asked about
all of them, the others about as many as time allowed, spread evenly over all kinds (\`--spread\`). The seconds are medians
over the mutants that every judge was asked about, in trials that took turns on a busy machine with two cores: compare them
with each other only.

- contract-gate has the keys of two owners and one that only reads.
- Schemathesis has one key, and runs all checks and phases until its first failure.
- Dredd and Prism send the examples of the document, which here name resources that exist; Dredd's hooks prepare the
  requests of the documented refusals (\`peers/\`).
- \`redocly respect\` performs the workflows of \`peers/shop.arazzo.yaml\`.
- "Use by a client" holds mutants that were written by what annoys those who call a server, most of them from the document
  alone. When they were written, contract-gate caught 15 of 31; several of its checks were written after them. So the number
  says what it catches now, and nothing about faults that nobody has thought of yet.
- The last four kinds are those of a second server, \`fleet/\`, and were put to contract-gate only. When they were written, it
  found no way to the vehicles at all, since clients choose their ids; with that, it caught 31 of the 61.
- The numbers of contract-gate for the last five kinds, for the last three mutants of "state" and the first one of "responses"
  were measured after these checks were added (\`pnpm mutants --area "use by a client"\`); those of the other kinds, and the
  seconds, before. "False alarms" counts the shop; the fleet had none with 20 seeds
  (\`pnpm mutants --area "original fleet" --originals 20\`).

\`\`\`sh
pnpm mutants                                                # contract-gate, all mutants; fails if the list of missed ones is wrong
pnpm mutants --originals 50                                 # the server that conforms, with 50 seeds
pnpm mutants --spread --judge respect --judge "Prism proxy" --judge Dredd --results r.jsonl   # until it is stopped
pnpm mutants --spread --judge Schemathesis --judge contract-gate --results r.jsonl   # needs \`pip install schemathesis\`
pnpm mutants --results r.jsonl --page tests/mutants/README.md   # all that r.jsonl holds, as this page
\`\`\``;

/** Writes the page. */
export function pageOf(
  results: readonly Result[],
  mutants: Readonly<Record<string, readonly Listed[]>>,
): string {
  const judges = [...new Set(results.map(({ judge }) => judge))].toSorted(
    (one, other) => Number(other === OWN) - Number(one === OWN),
  );
  const find = (judge: string, area: string, mutant: string) =>
    results.find((one) => one.judge === judge && one.area === area && one.mutant === mutant);
  const summary = Object.keys(mutants).map((area) => [
    area,
    ...judges.map((judge) => score(results.filter((one) => one.judge === judge && one.area === area))),
  ]);
  const all = judges.map((judge) => score(results.filter((one) => one.judge === judge && one.mutant)));
  const isShared = ({ area, mutant }: Result) =>
    mutant !== undefined && judges.every((judge) => find(judge, area, mutant)?.seconds !== undefined);
  const shared = results.filter(isShared);
  const times = judges.map((judge) => median(shared.filter((one) => one.judge === judge)));
  const originals = judges.map((judge) =>
    alarms(results.filter((one) => one.judge === judge && !one.mutant)),
  );
  const rows = Object.entries(mutants).flatMap(([area, own]) =>
    own.map(({ name }) => [area, name, ...judges.map((judge) => shown(find(judge, area, name), judge))]),
  );
  return [
    HEAD,
    '## By kind of fault',
    table(
      ['fault in', ...judges],
      [
        ...summary,
        ['**all**', ...all],
        [`median seconds of ${shared.length / judges.length}`, ...times],
        ['false alarms, seeds', ...originals],
      ],
    ),
    ...missedText(mutants),
    '## Mutant by mutant',
    table(['fault in', 'mutant', ...judges], rows),
  ]
    .join('\n\n')
    .concat('\n');
}

function missedText(mutants: Readonly<Record<string, readonly Listed[]>>): string[] {
  const missed = Object.values(mutants)
    .flat()
    .flatMap(({ name, missed: reason }) => (reason === undefined ? [] : [`- ${name}: ${reason}`]));
  return missed.length === 0 ? [] : ['## Not caught by contract-gate', missed.join('\n')];
}

function score(results: readonly Result[]): string {
  const caught = results.filter(({ found }) => found.length > 0).length;
  return results.length === 0 ? '' : `${caught} of ${results.length}`;
}

function median(results: readonly Result[]): string {
  const sorted = results.flatMap(({ seconds }) => seconds ?? []).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '';
}

function alarms(results: readonly Result[]): string {
  const accusing = results.filter(({ found }) => found.length > 0).length;
  return results.length === 0 ? '' : `${accusing} in ${results.length}`;
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
