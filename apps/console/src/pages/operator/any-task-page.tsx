import { getOperatorTask, retryOperatorRefund } from '@keyframe/console-contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { ask } from '../../api/ask.ts';
import { client } from '../../api/client.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { isOver } from '../tasks/is-over.ts';
import { TaskView } from '../tasks/task-view.tsx';

const WATCH_MS = 3000;

export function AnyTaskPage() {
  const { task: taskId = '' } = useParams<{ task: string }>();
  const queries = useQueryClient();
  const query = useQuery({
    ...ask('getOperatorTask', getOperatorTask, { path: { taskId } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : WATCH_MS),
  });
  const retry = async () => {
    await retryOperatorRefund(client, { path: { taskId } });
    await queries.invalidateQueries();
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
