import { type DeliveryDetail, getDelivery } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Page } from '../../components/page.tsx';
import { Properties } from '../../components/properties.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { DeliveryBadge } from '../../components/statuses.tsx';
import { Time } from '../../components/time.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { Attempts } from './attempts.tsx';
import { Redeliver } from './redeliver.tsx';

const WATCH_MS = 3000;

export function DeliveryPage() {
  const ownerId = useOwnerId();
  const { delivery: deliveryId = '' } = useParams<{ delivery: string }>();
  const query = useQuery({
    ...operationQuery(getDelivery, { path: { ownerId, deliveryId } }),
    refetchInterval: watchUntil(({ status }) => status !== 'pending', WATCH_MS),
  });
  return (
    <Page
      title="Delivery"
      description={<code>{deliveryId}</code>}
      actions={query.data === undefined ? null : <Redeliver ownerId={ownerId} delivery={query.data} />}
    >
      <QueryView query={query} rows={8}>
        {(delivery) => <Details ownerId={ownerId} delivery={delivery} />}
      </QueryView>
    </Page>
  );
}

function Details({ ownerId, delivery }: { readonly ownerId: string; readonly delivery: DeliveryDetail }) {
  const { task_id: taskId, next_attempt_at: next } = delivery;
  return (
    <>
      <Card title="Callback">
        <Properties
          rows={[
            ['Status', <DeliveryBadge key="status" status={delivery.status} />],
            ['URL', delivery.url],
            [
              'Task',
              <Link key="task" href={`/owners/${ownerId}/tasks/${taskId}`}>
                {taskId}
              </Link>,
            ],
            ['Created', <Time key="created" at={delivery.created_at} />],
            ['Next attempt', next === null ? 'None' : <Time key="next" at={next} />],
          ]}
        />
      </Card>
      <Card title="Attempts" isFlush={delivery.log.length > 0}>
        <Attempts log={delivery.log} />
      </Card>
      <Card title="Body" description="The exact bytes that are sent.">
        <CodeBlock text={delivery.body} label="the body" />
      </Card>
    </>
  );
}
