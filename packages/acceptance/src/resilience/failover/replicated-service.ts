// APIs and workers on both routes to the primary.

import { type InProcessOperator, openInProcessOperator } from '../../support/in-process-operator.ts';
import { createOperator, type Operator } from '../../support/operator.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createChaosClient } from '../chaos/client.ts';
import { LOADED_SERVICE } from '../chaos/loaded-service.ts';
import { listUnexpectedEnds, type Supervised, supervise } from '../chaos/supervised.ts';
import { type AcceptanceLog, createAcceptanceLog } from './acceptance-log.ts';
import { APPLICATION_ROLE, formatDatabaseUrl, OWNER_ROLE, ROUTES, type Route } from './topology.ts';

/** A running service; disposing of it stops it. */
export interface ReplicatedService extends AsyncDisposable {
  /** Base URLs of the APIs, one of each route. */
  readonly apis: readonly string[];
  readonly receiver: Receiver;
  readonly acceptances: AcceptanceLog;
  /** The service as its checkers see it. */
  readonly target: {
    readonly api: string;
    readonly databaseUrl: string;
    readonly client: AcceptanceLog['client'];
    readonly receiver: Receiver;
    readonly inProcessOperator: InProcessOperator;
    readonly operator: Operator;
  };
  /** Waits until every process is ready. */
  ready(): Promise<void>;
  /** Lists processes that ended by themselves. */
  listUnexpectedEnds(): string[];
}

/** Starts an API and a worker on each route. */
export async function startReplicatedService(directory: string): Promise<ReplicatedService> {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const routes = new Map<string, Route>();
  const processes: Supervised[] = [];
  const settings = (route: Route) => ({
    ...LOADED_SERVICE,
    ...receiver.env,
    DATABASE_URL: formatDatabaseUrl(route, APPLICATION_ROLE),
    MIGRATION_DATABASE_URL: formatDatabaseUrl(route, OWNER_ROLE),
    KEYFRAME_DATA: directory,
  });
  for (const route of ROUTES) {
    for (const role of ['api', 'worker']) {
      const process = resources.use(await supervise({ ...settings(route), ROLE: role }));
      await process.ready();
      processes.push(process);
      if (role === 'api') routes.set(process.url, route);
    }
  }
  const apis = [...routes.keys()];
  const acceptances = createAcceptanceLog(createChaosClient(), routes);
  const databaseUrl = formatDatabaseUrl('several hosts', OWNER_ROLE);
  const target = {
    api: apis[0] ?? '',
    databaseUrl: formatDatabaseUrl('HAProxy', OWNER_ROLE),
    client: acceptances.client,
    receiver,
    inProcessOperator: resources.use(openInProcessOperator(databaseUrl)),
    operator: createOperator({ DATABASE_URL: databaseUrl, KEYFRAME_DATA: directory }),
  };
  const owned = resources.move();
  return {
    apis,
    receiver,
    acceptances,
    target,
    async ready() {
      await Promise.all(processes.map((process) => process.ready()));
    },
    listUnexpectedEnds: () => listUnexpectedEnds(processes),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
