import { getOperatorOverview, type Mode, type Window } from '@keyframe/console-contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../../api/operation-query.ts';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Time } from '../../components/time.tsx';
import { OverviewFigures, WINDOWS } from '../overview/overview-figures.tsx';

const REFRESH_MS = 5000;

export function ServicePage() {
  const [window, setWindow] = useState<Window>('24h');
  const [mode, setMode] = useState<Mode>();
  const query = useQuery({
    ...operationQuery(getOperatorOverview, {
      query: mode === undefined ? { window } : { window, mode },
    }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Service"
      description={
        query.data === undefined ? (
          'All teams together.'
        ) : (
          <>
            All teams together, sampled <Time at={query.data.at} />.
          </>
        )
      }
      actions={
        <>
          <ModeChoice mode={mode} onChange={setMode} />
          <Segmented label="Time" options={WINDOWS} value={window} onChange={setWindow} />
        </>
      }
    >
      <QueryView query={query} rows={6}>
        {(overview) => <OverviewFigures overview={overview} />}
      </QueryView>
    </Page>
  );
}
