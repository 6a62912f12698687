// Findings about a run that ended early, or that reached nothing.
import type { RunContext } from '../behavior/context.ts';
import { credentialsRejected } from '../checks/credentials-rejected.ts';
import { nothingReached } from '../checks/nothing-reached.ts';
import { pathsNotFound } from '../checks/paths-not-found.ts';
import { serverStopped } from '../checks/server-stopped.ts';
import type { CredentialsRejectedError } from '../session/credentials-rejected-error.ts';
import { matchOperation } from '../session/match-operation.ts';
import type { PathWatch } from '../session/path-watch.ts';
import type { Session } from '../session/session.ts';
import { ServerStoppedError } from '../wire/server-stopped-error.ts';

/** Reports that the server has no path of the document: each later request would return 404, too. */
export async function reportMissingPaths(
  { session, operations }: RunContext,
  paths: PathWatch,
): Promise<boolean> {
  const [operation] = operations;
  if (!operation || !paths.hasNone) return false;
  const { server } = session.options;
  const { servers } = session.model;
  await session.runChecks([pathsNotFound], { operation, server, servers }, { operation });
  return true;
}

/** Reports that no request succeeded, unless the options accept it. */
export async function reportNothingReached({ session, pool, operations }: RunContext): Promise<void> {
  const { options, statuses, credentials, model, transport } = session;
  const [operation] = operations;
  const hasSucceeded = [...statuses.keys()].some((status) => status >= 200 && status < 300);
  const isEnded = transport.isStopped || options.signal?.aborted;
  if (!operation || hasSucceeded || isEnded || options.allowUnreached) return;
  const hasCredentials = credentials.isKnown;
  const observed = {
    operation,
    server: options.server,
    servers: model.servers,
    statuses,
    hasCredentials,
    hasLeftAlone: pool.existingData.leftAlone.size > 0,
  };
  await session.runChecks([nothingReached], observed, { operation });
}

/** Reports the request after which the server stopped, or rejected the credentials. */
export async function reportEnd(
  session: Session,
  error: CredentialsRejectedError | ServerStoppedError,
): Promise<void> {
  const { operations } = session.model;
  const culprit = 'culprit' in error ? error.culprit : undefined;
  const request = culprit ?? error.suspects.at(-1);
  const operation = (request && matchOperation(operations, request, session.findBasePath)) ?? operations[0];
  if (!operation) return;
  const before = culprit ? [] : error.suspects.slice(0, -1);
  const evidence = { operation, request, before };
  if (error instanceof ServerStoppedError)
    await session.runChecks([serverStopped], { operation, error }, evidence);
  else await session.runChecks([credentialsRejected], { operation }, evidence);
}
