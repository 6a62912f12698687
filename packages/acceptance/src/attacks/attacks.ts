// Command: plays each attack, or those whose name contains a text, and holds what it cost against its bounds.
import { parseArgs } from 'node:util';
import type { Attack, AttackFigures } from './attack.ts';
import { MEDIA_ATTACKS } from './media-attacks.ts';
import { runAttack } from './run-attack.ts';

const ATTACKS: readonly Attack[] = [...MEDIA_ATTACKS];
const HEADINGS = ['attack', 'CPU s', 'MiB', 'another owner, s', 'refusals', 'outcome', 'stop, s'];

function findings({ bounds, outcome }: Attack, figures: AttackFigures): string[] {
  const beyond = (Object.keys(bounds) as (keyof typeof bounds)[])
    .filter((name) => figures[name] > bounds[name])
    .map((name) => `${name} is ${figures[name].toFixed(1)}; at most ${bounds[name]} is allowed`);
  if (figures.refusals.length > 0) beyond.push(`others were told ${figures.refusals.join(', ')}`);
  if (figures.outcome !== outcome) beyond.push(`it ended as ${figures.outcome}, not as ${outcome}`);
  return beyond;
}

function row({ name }: Attack, figures: AttackFigures): string {
  const { cpuSeconds, residentMib, otherSeconds, refusals, outcome, stopSeconds } = figures;
  const [cpu, memory, other, stop] = [cpuSeconds, residentMib, otherSeconds, stopSeconds].map((figure) =>
    figure.toFixed(1),
  );
  return `| ${[name, cpu, memory, other, refusals.length, outcome, stop].join(' | ')} |`;
}

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
try {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const chosen = ATTACKS.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0)
    throw new TypeError(`--only must be part of a name: ${ATTACKS.map(({ name }) => name).join('; ')}`);
  console.log(`| ${HEADINGS.join(' | ')} |\n|${HEADINGS.map(() => '---').join('|')}|`);
  const wrong: string[] = [];
  for (const attack of chosen) {
    const figures = await runAttack(attack, interrupted.signal);
    console.log(row(attack, figures));
    wrong.push(...findings(attack, figures).map((finding) => `WRONG: ${attack.name}: ${finding}`));
  }
  for (const finding of wrong) console.log(finding);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
