import { escapeControls } from '../telemetry/escape-controls.ts';

const GAP = '  ';
const NARROWEST_COLUMN = 8;

/** Values of a list, each row with the same fields. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Formats rows as a table of at most `width` columns: the widest columns are shortened with an ellipsis, and if they would
 * become too narrow to read, each row is a block of `name: value` lines. Without a width, nothing is shortened.
 */
export function formatTable(rows: Rows, width: number = Number.POSITIVE_INFINITY): string {
  if (rows.length === 0) return '';
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => formatCell(row[name])))];
  const natural = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const widths = fitWidths(natural, width - GAP.length * (names.length - 1));
  if (widths === undefined) return formatBlocks(names, cells.slice(1));
  return cells.map((line) => formatLine(line, widths)).join('');
}

/** Makes a value one line; a terminal would obey its control characters. */
function formatCell(value: unknown): string {
  return escapeControls(String(value ?? '')) || '-';
}

/** Reduces the widest columns until all fit; undefined if a column would become too narrow. */
function fitWidths(natural: readonly number[], available: number): number[] | undefined {
  const widths = [...natural];
  for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= NARROWEST_COLUMN) return undefined;
    widths[widest] = width - 1;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const shown = cells.map((cell, column) => {
    const width = widths[column] ?? 0;
    return (cell.length > width ? `${cell.slice(0, width - 1)}…` : cell).padEnd(width);
  });
  return `${shown.join(GAP).trimEnd()}\n`;
}

function formatBlocks(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...names.map((name) => name.length));
  const blocks = rows.map((cells) =>
    cells.map((cell, column) => `${`${names[column]}:`.padEnd(width + 1)} ${cell}\n`).join(''),
  );
  return blocks.join('\n');
}
