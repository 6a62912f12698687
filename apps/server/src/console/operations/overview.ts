import { type Overview, readOverview, readServiceOverview } from '../../credits/overview.queries.ts';
import { answerHeaders, type ConsoleHandlers, type OperationServices } from '../environment.ts';

type OverviewOperation = 'getOverview' | 'getOperatorOverview';

/** Handlers for the figures of an owner, and of all of them. */
export function overviewOperations({
  database,
}: OperationServices): Pick<ConsoleHandlers, OverviewOperation> {
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
  };
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
