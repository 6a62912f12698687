import { retryRefund } from '@keyframe/console-contract/client';
import { client } from '../../api/client.ts';
import { useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useMay } from '../../shell/session.tsx';

/** Tries to return the credits of a task whose refund failed (STA-7). */
export function RetryRefund({ ownerId, taskId }: { readonly ownerId: string; readonly taskId: string }) {
  const refresh = useRefresh();
  const mayRetry = useMay('admin');
  if (!mayRetry) return null;
  return (
    <ActionButton
      onAct={async () => {
        await retryRefund(client, { path: { ownerId, taskId } });
        await refresh();
      }}
    >
      Retry refund
    </ActionButton>
  );
}
