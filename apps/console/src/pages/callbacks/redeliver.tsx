import {
  type Delivery,
  getDelivery,
  getTask,
  listDeliveries,
  listTaskDeliveries,
  redeliver,
} from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useMay } from '../../session.tsx';

/** Begins the schedule of a delivery anew. */
export function Redeliver({ ownerId, delivery }: { readonly ownerId: string; readonly delivery: Delivery }) {
  const refresh = useRefresh();
  const mayRedeliver = useMay('developer');
  if (!mayRedeliver || delivery.status === 'pending') return null;
  return (
    <ActionButton
      onAct={async () => {
        await redeliver(client, { path: { ownerId, deliveryId: delivery.id } });
        await await refresh(listTaskDeliveries, listDeliveries, getDelivery, getTask);
      }}
    >
      Redeliver
    </ActionButton>
  );
}
