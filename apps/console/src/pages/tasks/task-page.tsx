import { getTask } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { useOwnerId } from '../../shell/session.tsx';
import { isSettled } from './is-over.ts';
import { RetryRefund } from './retry-refund.tsx';
import { TaskCallbacks } from './task-callbacks.tsx';
import { TaskView } from './task-view.tsx';

const WATCH_MS = 2000;

export function TaskPage() {
  const ownerId = useOwnerId();
  const { task: taskId = '' } = useParams<{ task: string }>();
  const query = useQuery({
    ...operationQuery(getTask, { path: { ownerId, taskId } }),
    refetchInterval: watchUntil(isSettled, WATCH_MS),
  });
  return (
    <TaskView
      query={query}
      taskId={taskId}
      actions={({ billing_status: billing }) =>
        billing === 'refund_failed' ? <RetryRefund ownerId={ownerId} taskId={taskId} /> : null
      }
      callbacks={<TaskCallbacks ownerId={ownerId} taskId={taskId} />}
    />
  );
}
