import { getOverview, type Mode, type Window } from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { SquarePlay } from 'lucide-react';
import { useState } from 'react';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';
import { ButtonLink } from '../../components/button.tsx';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OverviewFigures, WINDOWS } from './overview-figures.tsx';
import { RecentTasks } from './recent-tasks.tsx';

interface OverviewFilter {
  readonly window: Window;
  readonly mode: Mode | undefined;
}

const REFRESH_MS = 5_000;

export function OverviewPage() {
  const ownerId = useOwnerId();
  const [filter, setFilter] = useState<OverviewFilter>({ window: '24h', mode: undefined });
  const { window, mode } = filter;
  const query = useQuery({
    ...operationQuery(getOverview, {
      path: { ownerId },
      query: mode === undefined ? { window } : { window, mode },
    }),
    refetchInterval: watchUntil(() => false, REFRESH_MS),
  });
  return (
    <Page
      title="Overview"
      description="Updated every 5 seconds"
      actions={
        <>
          <ModeChoice mode={mode} onChange={(chosen) => setFilter({ window, mode: chosen })} />
          <Segmented
            label="Time"
            options={WINDOWS}
            value={window}
            onChange={(chosen) => setFilter({ mode, window: chosen })}
          />
          <ButtonLink href={`/owners/${ownerId}/play`} look="primary">
            <SquarePlay size={16} aria-hidden />
            Generate a video
          </ButtonLink>
        </>
      }
    >
      <FirstSteps key={ownerId} ownerId={ownerId} />
      <QueryView query={query} rows={6}>
        {(overview) => <OverviewFigures overview={overview} />}
      </QueryView>
      {/* After the figures, which would push it down the page. */}
      {query.isPending ? null : <RecentTasks ownerId={ownerId} />}
    </Page>
  );
}
