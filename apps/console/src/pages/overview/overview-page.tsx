import { SquarePlay } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useOwnerId } from '../../session.tsx';
import { FirstSteps } from './first-steps.tsx';
import { type OverviewFilter, type StreamState, useLiveOverview } from './live-overview.ts';
import styles from './overview.module.css';
import { OverviewFigures, WINDOWS } from './overview-figures.tsx';
import { RecentTasks } from './recent-tasks.tsx';

const STREAM_WORDS: Readonly<Record<StreamState, string>> = {
  live: 'Live',
  connecting: 'Connecting',
  refused: 'Updated every 10 seconds',
};

export function OverviewPage() {
  const ownerId = useOwnerId();
  const [filter, setFilter] = useState<OverviewFilter>({ window: '24h', mode: undefined });
  const { query, stream } = useLiveOverview(ownerId, filter);
  return (
    <Page
      title="Overview"
      description={
        <span className={styles.live}>
          <span className={styles.dot} data-live={stream === 'live'} />
          {STREAM_WORDS[stream]}
        </span>
      }
      actions={
        <>
          <ModeChoice mode={filter.mode} onChange={(mode) => setFilter({ ...filter, mode })} />
          <Segmented
            label="Time"
            options={WINDOWS}
            value={filter.window}
            onChange={(window) => setFilter({ ...filter, window })}
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
