import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError, isMissing } from '../api/describe-error.ts';
import { Button } from './button.tsx';
import { NotFound } from './not-found.tsx';
import { Notice } from './notice.tsx';
import styles from './query-view.module.css';
import { Skeleton } from './skeleton.tsx';

/** Shows the data of a query; until then a skeleton, or the error with a way to try again if that can help. */
export function QueryView<TData>({
  query,
  rows,
  children,
}: {
  readonly query: Pick<UseQueryResult<TData>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Rows of the skeleton. */
  readonly rows?: number;
  readonly children: (data: TData) => ReactNode;
}) {
  if (isMissing(query.error)) return <NotFound text={describeError(query.error)} />;
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton rows={rows ?? 4} />;
  return (
    <div className={styles.error}>
      <Notice tone="danger">{describeError(query.error)}</Notice>
      <Button isBusy={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
