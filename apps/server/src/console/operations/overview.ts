import { type Overview, readOverview, readServiceOverview } from '../../credits/overview.queries.ts';
import { readAccess } from '../../people/members.queries.ts';
import {
  answerHeaders,
  type ConsoleContext,
  type ConsoleHandlers,
  type OperationServices,
} from '../environment.ts';
import { rateLimited } from '../errors.ts';
import { OverviewFeed } from '../overview-feed.ts';

type OverviewOperation = 'getOverview' | 'streamOverview' | 'getOperatorOverview';

/** When a page may ask again for a stream of which there are too many. */
const STREAM_RETRY_SECONDS = 30;

/** How an owner fares, once or live, and how all of them do. */
export function overviewOperations(services: OperationServices): Pick<ConsoleHandlers, OverviewOperation> {
  const { database, streams } = services;
  const feed = new OverviewFeed(services);
  return {
    getOverview: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { window, mode } = context.req.valid('query');
      const overview = await readOverview(database, { ownerId, mode }, { window, now: new Date() });
      return reply({ status: 200, headers: answerHeaders(context), body: describeOverview(overview) });
    },

    getOperatorOverview: async (context, reply) => {
      const { window, mode } = context.req.valid('query');
      const overview = await readServiceOverview(database, { window, mode });
      return reply({ status: 200, headers: answerHeaders(context), body: describeOverview(overview) });
    },

    streamOverview: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { userId } = context.get('signedIn');
      const { window, mode } = context.req.valid('query');
      if (context.req.method === 'HEAD') {
        return reply({ status: 200, headers: answerHeaders(context), body: new ReadableStream() });
      }
      const stream = streams.open({
        userId,
        ownerId,
        start: (send) =>
          feed.watch({ ownerId, mode, window }, (overview) => send('overview', describeOverview(overview))),
        isAllowed: () => isStillMember(services, context, { userId, ownerId }),
      });
      if (stream === undefined) throw rateLimited(STREAM_RETRY_SECONDS);
      // Proxies that collect an answer would hold the events back.
      context.header('X-Accel-Buffering', 'no');
      return reply({ status: 200, headers: answerHeaders(context), body: stream });
    },
  };
}

/** Checks that the session exists and its user is a member, without extending the session. */
async function isStillMember(
  { database, signIn }: OperationServices,
  context: ConsoleContext,
  { userId, ownerId }: { readonly userId: string; readonly ownerId: string },
): Promise<boolean> {
  const { headers } = context.req.raw;
  const session = await signIn.api.getSession({ headers, query: { disableRefresh: true } });
  if (session === null || session.user.id !== userId) return false;
  const { role } = await readAccess(database, userId, ownerId);
  return role !== undefined;
}

function describeOverview(overview: Overview) {
  const { at, window, tasks, completed, failed, credits, latency, queued, generating, series } = overview;
  const ended = completed + failed;
  return {
    at: at.toISOString(),
    window,
    tasks,
    completed,
    failed,
    success_rate: ended === 0 ? null : completed / ended,
    latency: { ...latency },
    queued,
    generating,
    credits_spent: credits,
    series: series.map((point) => ({ ...point, at: point.at.toISOString() })),
  };
}
