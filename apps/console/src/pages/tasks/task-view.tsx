import type { TaskDetail } from '@keyframe/console-contract/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Column, Columns, Row } from '../../components/layout.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { BillingBadge, ModeBadge, TaskBadge } from '../../components/statuses.tsx';
import { formatNumber } from '../../format.ts';
import { TaskBilling } from './task-billing.tsx';
import { TaskRequest } from './task-request.tsx';
import { TaskResultCard } from './task-result.tsx';
import { TaskTimeline } from './task-timeline.tsx';

/** All about a task; owners and operators see the same, with actions of their own. */
export function TaskView({
  query,
  taskId,
  actions,
  callbacks,
}: {
  readonly query: UseQueryResult<TaskDetail>;
  readonly taskId: string;
  readonly actions: (task: TaskDetail) => ReactNode;
  readonly callbacks: ReactNode;
}) {
  const { data } = query;
  return (
    <Page
      title="Task"
      description={<code>{taskId}</code>}
      actions={
        <>
          {data === undefined ? null : actions(data)}
          <CopyButton text={taskId} label="Copy ID" />
        </>
      }
    >
      <QueryView query={query} rows={8}>
        {(task) => (
          <>
            <Row>
              <TaskBadge status={task.status} />
              <BillingBadge status={task.billing_status} />
              <ModeBadge mode={task.mode} />
              <span>{task.model}</span>
              <span>{formatNumber(task.credits)} credits</span>
            </Row>
            <Columns isUneven>
              <Column>
                <TaskResultCard task={task} />
                <TaskRequest task={task} />
              </Column>
              <Column>
                <Card title="Timeline">
                  <TaskTimeline timeline={task.timeline} />
                </Card>
                <TaskBilling entries={task.billing} />
              </Column>
            </Columns>
            {callbacks}
          </>
        )}
      </QueryView>
    </Page>
  );
}
