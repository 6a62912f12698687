import {
  type Delivery,
  getDelivery,
  getTask,
  listDeliveries,
  listTaskDeliveries,
  redeliver,
  retryDelivery,
} from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useMay } from '../../shell/session.tsx';

/** A button that starts the schedule of an ended delivery again, or makes the next attempt of a pending one now. */
export function Redeliver({ ownerId, delivery }: { readonly ownerId: string; readonly delivery: Delivery }) {
  const refresh = useRefresh();
  const mayRedeliver = useMay('developer');
  if (!mayRedeliver) return null;
  const isPending = delivery.status === 'pending';
  const act = async () => {
    const request = { path: { ownerId, deliveryId: delivery.id } };
    await (isPending ? retryDelivery(client, request) : redeliver(client, request));
    await refresh(listTaskDeliveries, listDeliveries, getDelivery, getTask);
  };
  return <ActionButton onAct={act}>{isPending ? 'Retry now' : 'Redeliver'}</ActionButton>;
}
