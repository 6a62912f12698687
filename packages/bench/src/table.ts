import { type Comparison, isMet, ratioOf } from './comparison.ts';

const HEAD = ['subject', '', 'peer', '', 'ratio', 'target', ''];
const LEFT_COLUMNS = new Set([0, 2, 6]);

const DIGITS: Readonly<Record<Comparison['unit'], number>> = { '/s': 0, ms: 2, MB: 1 };

function figure(value: number, unit: Comparison['unit']): string {
  const digits = DIGITS[unit];
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${text} ${unit}`;
}

function targetOf({ target, unit }: Comparison): string {
  if (target.kind === 'difference') return `<= peer + ${target.atMost} ${unit}`;
  return target.kind === 'ratio' ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
}

function cellsOf(comparison: Comparison): string[] {
  const { subject, peer, unit, figures } = comparison;
  return [
    ...[subject, figure(figures.subject, unit), peer, figure(figures.peer, unit)],
    ...[ratioOf(comparison).toFixed(2), targetOf(comparison), isMet(comparison) ? 'met' : 'missed'],
  ];
}

/** Writes comparisons as one aligned table of text. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = [HEAD, ...comparisons.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        LEFT_COLUMNS.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
