import { createQuote, type PlayRequest } from '@keyframe/console-contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/describe-error.ts';
import { operationQuery } from '../../api/operation-query.ts';
import { useSettled } from '../../components/use-settled.ts';
import { formatNumber } from '../../format.ts';
import styles from './play.module.css';

const SETTLED_MS = 300;

/** Price of a request, which the service calculates when the form has not changed for a moment. */
export function Price({
  ownerId,
  body,
}: {
  readonly ownerId: string;
  /** Undefined while the form has problems. */
  readonly body: PlayRequest | undefined;
}) {
  const settled = useSettled(body, SETTLED_MS);
  const quoted = settled ?? body;
  const quote = useQuery({
    ...operationQuery(createQuote, { path: { ownerId }, body: quoted as PlayRequest }),
    enabled: settled !== undefined && body !== undefined,
    placeholderData: keepPreviousData,
  });
  if (body === undefined) return <p className={styles.price}>The price shows once the form is complete.</p>;
  if (quote.error !== null) return <p className={styles.problem}>{describeError(quote.error)}</p>;
  if (quote.data === undefined) return <p className={styles.price}>Asking for the price…</p>;
  const { credits, available, sufficient } = quote.data;
  return (
    <p className={styles.price} aria-live="polite">
      <strong>{formatNumber(credits)}</strong> of {formatNumber(available)} {body.mode} credits
      {sufficient ? null : <span className={styles.problem}> The balance does not cover it.</span>}
    </p>
  );
}
