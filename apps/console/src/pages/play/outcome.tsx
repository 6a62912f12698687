import { getTask, type TaskDetail } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { Card } from '../../components/card.tsx';
import { Stack } from '../../components/layout.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { readable, TaskBadge } from '../../components/statuses.tsx';
import { formatDuration, formatNumber } from '../../format.ts';
import { FailureNotice } from '../tasks/failure-notice.tsx';
import { isOver } from '../tasks/is-over.ts';
import styles from './play.module.css';

const WATCH_MS = 1000;

/** The task that was sent, followed until it ends. */
export function Outcome({
  ownerId,
  taskId,
}: {
  readonly ownerId: string;
  readonly taskId: string | undefined;
}) {
  const task = useQuery({
    ...operationQuery(getTask, { path: { ownerId, taskId: taskId ?? '' } }),
    enabled: taskId !== undefined,
    refetchInterval: watchUntil(isOver, WATCH_MS),
  });
  if (taskId === undefined) {
    return (
      <Card title="Result">
        <div className={styles.stage}>The video appears here.</div>
      </Card>
    );
  }
  return (
    <Card title="Result" actions={<Link href={`/owners/${ownerId}/tasks/${taskId}`}>Open the task</Link>}>
      <QueryView query={task}>{(data) => <Progress task={data} />}</QueryView>
    </Card>
  );
}

function Progress({ task }: { readonly task: TaskDetail }) {
  const [video] = task.result?.results ?? [];
  return (
    <Stack>
      <div className={styles.stage}>
        {video === undefined ? (
          <span>{task.status === 'failed' ? 'No video' : 'Generating'}</span>
        ) : (
          <video src={video} controls autoPlay muted loop playsInline aria-label="The generated video" />
        )}
      </div>
      {isOver(task) ? null : <progress className={styles.progress} aria-label="The task is in progress" />}
      <div className={styles.steps} aria-live="polite">
        <TaskBadge status={task.status} />
        <span>{elapsed(task)}</span>
        <span>
          {formatNumber(task.credits)} credits {readable(task.billing_status).toLowerCase()}
        </span>
      </div>
      {task.failed_reason === null ? null : <FailureNotice reason={task.failed_reason} />}
    </Stack>
  );
}

function elapsed({ created_at: from, finished_at: to }: TaskDetail): string {
  const end = to === null ? Date.now() : Date.parse(to);
  return formatDuration(Math.max(0, end - Date.parse(from)));
}
