import { listTaskDeliveries } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { Link } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Row, Stack } from '../../components/layout.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { DeliveryBadge } from '../../components/statuses.tsx';
import { Attempts } from '../callbacks/attempts.tsx';
import { Redeliver } from '../callbacks/redeliver.tsx';
import styles from './task.module.css';

const WATCH_MS = 3000;

/** The callbacks of a task with every attempt. */
export function TaskCallbacks({ ownerId, taskId }: { readonly ownerId: string; readonly taskId: string }) {
  const query = useQuery({
    ...operationQuery(listTaskDeliveries, { path: { ownerId, taskId } }),
    refetchInterval: watchUntil(() => false, WATCH_MS),
  });
  return (
    <Card title="Callback">
      <QueryView query={query} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Webhook} title="No callback">
              This task was submitted without a callback URL.
            </EmptyState>
          ) : (
            <Stack>
              {data.map((delivery) => (
                <div key={delivery.id} className={styles.delivery}>
                  <Row isSpread>
                    <span className={styles.url}>
                      <DeliveryBadge status={delivery.status} />{' '}
                      <Link href={`/owners/${ownerId}/callbacks/${delivery.id}`}>{delivery.url}</Link>
                    </span>
                    <Redeliver ownerId={ownerId} delivery={delivery} />
                  </Row>
                  <Attempts log={delivery.log} />
                </div>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Card>
  );
}
