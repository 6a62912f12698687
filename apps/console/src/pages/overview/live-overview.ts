import { getOverview, type Mode, type Overview, type Window } from '@keyframe/console-contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';

export interface OverviewFilter {
  readonly window: Window;
  readonly mode: Mode | undefined;
}

function overviewQuery(ownerId: string, { window, mode }: OverviewFilter) {
  const query = mode === undefined ? { window } : { window, mode };
  return ask('getOverview', getOverview, { path: { ownerId }, query });
}

/** Reads the overview and then follows it; the browser connects again when the stream ends. */
export function useLiveOverview(ownerId: string, { window, mode }: OverviewFilter) {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const search = new URLSearchParams(mode === undefined ? { window } : { window, mode });
    const { queryKey } = overviewQuery(ownerId, { window, mode });
    const source = new EventSource(`/console/api/owners/${ownerId}/overview/stream?${search}`);
    source.addEventListener('open', () => setIsLive(true));
    source.addEventListener('error', () => setIsLive(false));
    source.addEventListener('overview', ({ data }) => {
      queries.setQueryData(queryKey, JSON.parse(data) as Overview);
    });
    return () => source.close();
  }, [ownerId, window, mode, queries]);
  return { query: useQuery(overviewQuery(ownerId, { window, mode })), isLive };
}
