import type { TaskSummary } from '@keyframe/console-contract/client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../components/class-names.ts';
import { BillingBadge, ModeBadge, readable, TaskBadge } from '../../components/statuses.tsx';
import { Time } from '../../components/time.tsx';
import { formatNumber } from '../../format.ts';
import styles from './task-table.module.css';

const ROW_PX = 52;
const OVERSCAN = 8;

/** Tasks as rows. Only visible rows are in the page; scrolling near the end loads more. */
export function TaskTable({
  tasks,
  hrefOf,
  hrefOfOwner,
  hasMore,
  onEnd,
}: {
  readonly tasks: readonly TaskSummary[];
  readonly hrefOf: (task: TaskSummary) => string;
  /** Links each task to its owner, in lists of several owners. */
  readonly hrefOfOwner?: ((task: TaskSummary) => string) | undefined;
  readonly hasMore: boolean;
  readonly onEnd: () => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= tasks.length - OVERSCAN * 2;
  useEffect(() => {
    if (isNearEnd && hasMore) onEnd();
  }, [isNearEnd, hasMore, onEnd]);
  const above = (rows[0]?.start ?? 0) - virtualizer.options.scrollMargin;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0) + virtualizer.options.scrollMargin;
  return (
    <table className={styles.table} aria-label="Tasks" aria-rowcount={hasMore ? -1 : tasks.length + 1}>
      <Head />
      <tbody ref={body}>
        <Spacer height={above} />
        {rows.map(({ index }) => {
          const task = tasks[index];
          return task === undefined ? null : (
            <TaskRow
              key={task.id}
              task={task}
              href={hrefOf(task)}
              ownerHref={hrefOfOwner?.(task)}
              rowIndex={index + 2}
            />
          );
        })}
        <Spacer height={below} />
      </tbody>
    </table>
  );
}

function Head() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Task</th>
        <th scope="col" className={styles.status}>
          Status
        </th>
        <th scope="col" className={styles.billing}>
          Billing
        </th>
        <th scope="col" className={styles.mode}>
          Mode
        </th>
        <th scope="col" className={styles.model}>
          Model
        </th>
        <th scope="col" className={classNames(styles.credits, styles.end)}>
          Credits
        </th>
        <th scope="col" className={classNames(styles.time, styles.end)}>
          Created
        </th>
      </tr>
    </thead>
  );
}

/** Spacer with the height of the rows that are not visible. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr className={styles.spacer}>
      <td style={{ height }} />
    </tr>
  );
}

function TaskRow({
  task,
  href,
  ownerHref,
  rowIndex,
}: {
  readonly task: TaskSummary;
  readonly href: string;
  readonly ownerHref: string | undefined;
  readonly rowIndex: number;
}) {
  return (
    <tr className={styles.row} aria-rowindex={rowIndex}>
      <td>
        <Link href={href} className={styles.task}>
          {task.prompt ?? 'Prompt deleted'}
        </Link>
        <div className={styles.below}>
          <code>{task.id}</code>
          {ownerHref !== undefined && (
            <>
              {' of '}
              <Link href={ownerHref} className={styles.owner}>
                <code>{task.owner_id}</code>
              </Link>
            </>
          )}
        </div>
      </td>
      <td className={styles.status}>
        <TaskBadge status={task.status} />
      </td>
      <td className={styles.billing}>
        <BillingBadge status={task.billing_status} />
      </td>
      <td className={styles.mode}>
        <ModeBadge mode={task.mode} />
      </td>
      <td className={styles.model}>
        {task.model}
        <div className={styles.below}>{readable(task.generation_type)}</div>
      </td>
      <td className={classNames(styles.credits, styles.end)}>{formatNumber(task.credits)}</td>
      <td className={classNames(styles.time, styles.end)}>
        <Time at={task.created_at} />
      </td>
    </tr>
  );
}
