import { Button } from './button.tsx';
import styles from './load-more.module.css';

/** The end of a list that has more. */
export function LoadMore({
  query,
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}
