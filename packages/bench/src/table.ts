import { markdownTable } from 'markdown-table';
import { type Comparison, computeRatio, decideOutcome } from './comparison.ts';

const HEAD = ['subject', '', 'peer', '', 'ratio', 'target', ''];
const ALIGN = ['l', 'r', 'l', 'r', 'r', 'r', 'l'];

const DIGITS: Readonly<Record<Comparison['unit'], number>> = {
  '/s': 0,
  kB: 2,
  MB: 1,
  ms: 2,
  errors: 0,
  requests: 0,
  triples: 0,
  types: 0,
  us: 1,
};

function figure(value: number, unit: Comparison['unit']): string {
  const digits = DIGITS[unit];
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${text} ${unit}`;
}

function formatTarget({ target, unit }: Comparison): string {
  if (target === undefined) return '';
  if (target.kind === 'difference') return `<= peer + ${target.atMost} ${unit}`;
  return target.kind === 'ratio' ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
}

/** Formats comparisons as a table. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((comparison) => {
    const { subject, peer, unit, figures } = comparison;
    return [
      subject,
      figure(figures.subject, unit),
      peer,
      figure(figures.peer, unit),
      computeRatio(comparison).toFixed(2),
      formatTarget(comparison),
      decideOutcome(comparison) ?? '',
    ];
  });
  return markdownTable([HEAD, ...rows], { align: ALIGN });
}
