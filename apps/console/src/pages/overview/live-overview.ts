import { getOverview, type Mode, type Overview, type Window } from '@keyframe/console-contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operationQuery } from '../../api/operation-query.ts';
import { watchUntil } from '../../api/watch.ts';

export interface OverviewFilter {
  readonly window: Window;
  readonly mode: Mode | undefined;
}

/** State of the stream: open, opening, or refused by the service. */
export type StreamState = 'live' | 'connecting' | 'refused';

/** Pause after a refusal, for instance because too many pages are open. The browser itself only reconnects lost streams. */
const REOPEN_MS = 30_000;
const POLL_MS = 10_000;

function overviewQuery(ownerId: string, { window, mode }: OverviewFilter) {
  const query = mode === undefined ? { window } : { window, mode };
  return operationQuery(getOverview, { path: { ownerId }, query });
}

interface StreamListener {
  readonly onState: (state: StreamState) => void;
  readonly onOverview: (overview: Overview) => void;
}

/** Follows a stream until the returned function is called, and opens it again after a refusal. */
function followStream(url: string, { onState, onOverview }: StreamListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(url);
    source.addEventListener('open', () => onState('live'));
    source.addEventListener('overview', ({ data }) => onOverview(JSON.parse(data)));
    source.addEventListener('error', ({ target }) => {
      const isRefused = target instanceof EventSource && target.readyState === EventSource.CLOSED;
      onState(isRefused ? 'refused' : 'connecting');
      if (isRefused) timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    source.close();
    clearTimeout(timer);
  };
}

/** Reads the overview and follows it by a stream; without a stream it is read every 10 seconds. */
export function useLiveOverview(ownerId: string, { window, mode }: OverviewFilter) {
  const queries = useQueryClient();
  const [stream, setStream] = useState<StreamState>('connecting');
  useEffect(() => {
    const search = new URLSearchParams(mode === undefined ? { window } : { window, mode });
    const { queryKey } = overviewQuery(ownerId, { window, mode });
    return followStream(`/console/api/owners/${ownerId}/overview/stream?${search}`, {
      onState: setStream,
      onOverview: (overview) => queries.setQueryData(queryKey, overview),
    });
  }, [ownerId, window, mode, queries]);
  const query = useQuery({
    ...overviewQuery(ownerId, { window, mode }),
    refetchInterval: stream === 'live' ? false : watchUntil(() => false, POLL_MS),
  });
  return { query, stream };
}
