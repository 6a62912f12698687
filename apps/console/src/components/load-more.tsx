import { Button } from './button.tsx';
import styles from './load-more.module.css';

/** A button below a list that has more pages. */
export function LoadMore({
  query,
  label = 'Load more',
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label?: string;
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
