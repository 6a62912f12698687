import { type Delivery, redeliver } from '@keyframe/console-contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useMay } from '../../session.tsx';

const QUERIES = ['listTaskDeliveries', 'listDeliveries', 'getDelivery', 'getTask'];

/** Begins the schedule of a delivery anew. */
export function Redeliver({ ownerId, delivery }: { readonly ownerId: string; readonly delivery: Delivery }) {
  const queries = useQueryClient();
  const mayRedeliver = useMay('developer');
  if (!mayRedeliver || delivery.status === 'pending') return null;
  return (
    <ActionButton
      onAct={async () => {
        await redeliver(client, { path: { ownerId, deliveryId: delivery.id } });
        await Promise.all(QUERIES.map((name) => queries.invalidateQueries({ queryKey: [name] })));
      }}
    >
      Redeliver
    </ActionButton>
  );
}
