import type { ReactNode } from 'react';
import { ScrollArea } from './scroll-area.tsx';
import styles from './table.module.css';

export interface Column<TRow> {
  readonly header: string;
  readonly cell: (row: TRow) => ReactNode;
  /** Aligns numbers and actions to the end of their column. */
  readonly isEnd?: boolean;
  /** Shows the header only to screen readers, because the cells are clear without it. */
  readonly isUntitled?: boolean;
}

/** A column of buttons, which its cells complete. */
export const BUTTONS = { header: 'Actions', isUntitled: true, isEnd: true } as const;

/** Rows with a header; on phones each row is a list of its own, and elsewhere a wide table scrolls. */
export function Table<TRow>({
  label,
  columns,
  rows,
  rowKey,
}: {
  readonly label: string;
  readonly columns: readonly Column<TRow>[];
  readonly rows: readonly TRow[];
  readonly rowKey: (row: TRow) => string;
}) {
  return (
    <ScrollArea className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, isEnd, isUntitled }) => (
              <th key={header} scope="col" className={isEnd ? styles.end : undefined}>
                {isUntitled ? <span className="visually-hidden">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, cell, isEnd, isUntitled }) => (
                <td
                  key={header}
                  className={isEnd ? styles.end : undefined}
                  data-header={isUntitled ? undefined : header}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
