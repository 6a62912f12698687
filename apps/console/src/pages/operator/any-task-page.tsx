import { getOperatorTask, retryOperatorRefund } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { isSettled } from '../tasks/is-over.ts';
import { TaskView } from '../tasks/task-view.tsx';

const WATCH_MS = 3000;

export function AnyTaskPage() {
  const { task: taskId = '' } = useParams<{ task: string }>();
  const refresh = useRefresh();
  const query = useQuery({
    ...operationQuery(getOperatorTask, { path: { taskId } }),
    refetchInterval: watchUntil(isSettled, WATCH_MS),
  });
  const retry = async () => {
    await retryOperatorRefund(client, { path: { taskId } });
    await refresh();
  };
  return (
    <TaskView
      query={query}
      taskId={taskId}
      actions={({ billing_status: billing }) =>
        billing === 'refund_failed' ? <ActionButton onAct={retry}>Retry refund</ActionButton> : null
      }
      callbacks={null}
    />
  );
}
