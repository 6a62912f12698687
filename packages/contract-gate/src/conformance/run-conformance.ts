// Runs the phases, one after the other, until the time is over.

import {
  formatOperation,
  listSelected,
  listSelectedWebhooks,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { Conventions, readVerbs } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { requireMatches } from '../filter/require-matches.ts';
import { UsageError } from '../usage-error.ts';
import type { RunContext } from './behavior/context.ts';
import { CallbackListener } from './callbacks/callback-listener.ts';
import { findCallbackSlots, readSlot, withAddress } from './callbacks/callback-slots.ts';
import { destructiveSkipped } from './checks/destructive-skipped.ts';
import { EXCHANGE_CHECKS } from './checks/response-checks.ts';
import type {
  ConformanceOptions,
  ConformanceResult,
  ConformanceStatistics,
  PhaseName,
} from './conformance.ts';
import { runBaseline } from './phases/baseline.ts';
import { runCallbacks } from './phases/callbacks.ts';
import { runDestructive } from './phases/destructive.ts';
import { runIdempotency } from './phases/idempotency.ts';
import { runMethods } from './phases/methods.ts';
import type { Phase } from './phases/phase.ts';
import { PROPERTY_RUNS, runProperties } from './phases/properties.ts';
import { reportEnd, reportMissingPaths, reportNothingReached } from './phases/report-end.ts';
import { runRobustness } from './phases/robustness.ts';
import { runSecurity } from './phases/security.ts';
import { takeSnapshots } from './phases/singleton-snapshots.ts';
import { runState } from './phases/state.ts';
import { runRemaining, runSystematic } from './phases/systematic.ts';
import { runWork } from './phases/work.ts';
import type { Draft } from './requests/draft.ts';
import { ResourcePool } from './resources/resource-pool.ts';
import { Credentials, isPublic } from './session/credentials.ts';
import { CredentialsRejectedError } from './session/credentials-rejected-error.ts';
import { Findings } from './session/findings.ts';
import { LiveCredentials } from './session/live-credentials.ts';
import type { PathWatch } from './session/path-watch.ts';
import { Plans } from './session/plans.ts';
import { isSuccess, Session } from './session/session.ts';
import { Watches } from './session/watches.ts';
import { isLoopbackHost } from './wire/proxy.ts';
import { requireServer } from './wire/require-server.ts';
import { ServerStoppedError } from './wire/server-stopped-error.ts';
import { Transport } from './wire/transport.ts';

const PHASES: readonly (readonly [name: PhaseName, phase: Phase])[] = [
  ['examples', runBaseline],
  // Before the phases with many requests, which delay callbacks.
  ['callbacks', runCallbacks],
  ['work', runWork],
  ['idempotency', runIdempotency],
  ['coverage', runSystematic],
  ['state', runState],
  ['methods', runMethods],
  ['security', runSecurity],
  ['robustness', runRobustness],
  ['coverage', runRemaining],
  // Uses the remaining time.
  ['properties', runProperties],
];

const RESPONSE_TIMEOUT_MS = 10_000;
// For a server that others may use, requests per second.
const REMOTE_RATE = 50;

/**
 * Tests a running server against its document. Throws UsageError if the document has no operation, or if a filter or the name of a
 * webhook matches none.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const { document, server, seed, workers, rate, signal, formats } = options;
  requireMatches([document], options);
  requireWebhooks(document, options);
  if (document.operations.length === 0 && document.webhooks.length === 0)
    throw new UsageError(`${document.source} has no operations: there is nothing to test.`);
  const { tls, proxy, waitMs, clock } = options;
  await requireServer({ server, tls, proxy, waitMs, signal, clock });
  await using transport = new Transport({
    server,
    tls,
    proxy,
    clock,
    workers,
    rate: rate ?? (isLoopbackHost(server.hostname) ? undefined : REMOTE_RATE),
    signal,
    timeoutMs: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    remainingMs: () => (session.isOver ? 0 : session.remainingMs),
    prepare: (request) => live.prepare(request),
    isRepeated: (request, response) => live.isExpired(request, response),
    onResponse: (request, response) => watches.check(request, response),
  });
  await using listener = await CallbackListener.start(options.callbacks, clock);
  const validators = new ExactValidators(document, { formats });
  const credentials = new Credentials(validators.model, options);
  await credentials.refresh();
  const verbModel = readVerbs(validators.model, new Conventions(options.conventions));
  const model = omitSignedParameters(verbModel, credentials);
  const live = new LiveCredentials(credentials, server.origin);
  const findings = new Findings({ origin: server.origin, credentials, seed });
  const session = new Session({
    model,
    validators,
    transport,
    credentials,
    findings,
    options,
    checks: EXCHANGE_CHECKS,
  });
  const operations = listSelected(model, options);
  const watches = new Watches(session, live, operations);
  const leftAlone = await testOperations(session, { listener, paths: watches.paths, operations });
  findings.remove(watches.failures.consequences);
  return {
    findings: findings.list(),
    coverage: session.coverage.entries,
    statistics: {
      requests: transport.sent,
      elapsedMs: Math.round(session.elapsedMs),
      violations: findings.violations,
      isComplete: !session.isOver,
      remarks: listRemarks(options, leftAlone),
      ...describeUnfinished(session, operations),
    },
  };
}

async function testOperations(
  session: Session,
  {
    listener,
    paths,
    operations,
  }: { listener: CallbackListener; paths: PathWatch; operations: readonly Operation[] },
): Promise<Operation[]> {
  const { model, options } = session;
  for (const operation of operations) {
    session.coverage.enter(operation, session.requests, model.document);
  }
  for (const webhook of listSelectedWebhooks(model, options)) session.coverage.enterWebhook(webhook);
  const harmless = operations.filter((one) => !session.destructive.has(one));
  const harmful = operations.filter((one) => session.destructive.has(one));
  const context = createContext(session, listener, harmless);
  await findSecuredRead(context);
  await runPhases(context, paths);
  if (!paths.hasNone) await reportNothingReached(context);
  if (!options.phases) await finishWithDestructive(createContext(session, listener, harmful));
  const { leftAlone } = context.pool.existingData;
  return harmless.filter((one) => leftAlone.has(one) && context.plans.working(one).length === 0);
}

function listRemarks({ tls }: ConformanceOptions, leftAlone: readonly Operation[]): string[] {
  const names = leftAlone.map(formatOperation).join(', ');
  return [
    ...(tls?.insecure ? ['The certificate of the server was not verified (--insecure).'] : []),
    ...(names === ''
      ? []
      : [`Existing data was left alone: the run created no resource for ${names} (see --existing-data).`]),
  ];
}

// Parameters in headers that sign a request cannot have other values.
function omitSignedParameters(model: OpenApiModel, credentials: Credentials): OpenApiModel {
  if (!credentials.isSigned) return model;
  const operations = model.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter(
      ({ location, name }) => location !== 'header' || !credentials.isGiven(name),
    ),
  }));
  return { ...model, operations };
}

// A run that was interrupted, or whose server stopped, ended for another reason than its time.
function describeUnfinished(
  session: Session,
  operations: readonly Operation[],
): Pick<ConformanceStatistics, 'unfinished'> {
  const { progress, remainingMs } = session;
  const names = selectPhases(session.options).map(([name]) => name);
  const expectedMs = new Map([['properties', estimateProperties(session, operations.length)]]);
  const run = remainingMs > 0 ? undefined : progress.findUnfinished(names, expectedMs);
  return run ? { unfinished: { operations: operations.length, ...run } } : {};
}

// A valid and an invalid request, each with its control.
const REQUESTS_PER_RUN = 4;

/** Estimates the time of the random requests from that of the requests before them. */
function estimateProperties({ elapsedMs, options, transport }: Session, operations: number): number {
  const runs = options.propertyRuns ?? PROPERTY_RUNS;
  if (!Number.isFinite(runs)) return 0;
  return operations * runs * REQUESTS_PER_RUN * (elapsedMs / Math.max(transport.sent, 1));
}

function requireWebhooks({ webhooks }: OpenApiModel, { callbacks }: ConformanceOptions): void {
  const known = webhooks.map(({ name }) => name);
  const unknown = Object.keys(callbacks?.webhooks ?? {}).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`The document has no webhook "${unknown}" (it has ${known.join(', ') || 'none'}).`);
}

function createContext(
  session: Session,
  listener: CallbackListener,
  operations: readonly Operation[],
): RunContext {
  const sink = listener.open();
  const plans: Plans = new Plans(
    session,
    (path) => pool.knows(path),
    (draft) => redirectCallbacks(draft, sink.url, session),
  );
  const pool: ResourcePool = new ResourcePool(session, plans.best);
  const webhooks = listSelectedWebhooks(session.model, session.options);
  return { session, plans, pool, listener, operations, webhooks };
}

// Replaces the callback addresses of a valid request with an address of the gate, or removes them.
function redirectCallbacks(draft: Draft, address: string, { requests: space }: Session): Draft {
  return findCallbackSlots(draft.operation).reduce((safe, slot) => {
    const value = readSlot(safe, slot);
    if (typeof value !== 'string' || !URL.canParse(value)) return safe;
    return (
      withAddress(safe, slot, { address, space }) ??
      withAddress(safe, slot, { address: undefined, space }) ??
      safe
    );
  }, draft);
}

const MOST_READS = 5;

// The first read that succeeds shows later whether the server still accepts the credentials.
async function findSecuredRead({ session, plans, operations }: RunContext): Promise<void> {
  if (Object.keys(session.credentials.own).length === 0) return;
  const reading = operations.filter(
    (one) => one.method === 'get' && !one.path.includes('{') && !isPublic(one),
  );
  for (const operation of reading.slice(0, MOST_READS)) {
    const [draft] = plans.list(operation);
    const exchange = draft && (await session.send(draft));
    if (exchange && isSuccess(exchange)) return;
  }
}

async function runPhases(context: RunContext, paths: PathWatch): Promise<void> {
  const { session, pool } = context;
  const { transport, findings, options } = session;
  const interrupted = waitForInterruption(options.signal);
  const isChanging = options.existingData && !options.signal?.aborted;
  const restoring = isChanging ? await takeSnapshots(context) : [];
  for (const [phase, run] of selectPhases(options)) {
    if (session.isOver) break;
    const { elapsedMs } = session;
    options.onProgress?.({ phase, requests: transport.sent, findings: findings.count, elapsedMs });
    session.progress.start(phase, elapsedMs);
    try {
      // A phase may be waiting for a callback; after an interruption it sends nothing.
      await Promise.race([run(context), interrupted]);
    } catch (error) {
      const isEnd = error instanceof ServerStoppedError || error instanceof CredentialsRejectedError;
      if (!isEnd) throw error;
      await reportEnd(session, error);
    } finally {
      session.progress.end(session.elapsedMs, !session.isOver);
      await transport.settled();
      await pool.deleteAll();
    }
    if (await reportMissingPaths(context, paths)) break;
  }
  await transport.tidy(restoring);
}

async function finishWithDestructive(context: RunContext): Promise<void> {
  const { session, operations } = context;
  const [operation] = operations;
  if (!operation || session.transport.isStopped || session.options.signal?.aborted) return;
  if (session.options.destructive) await runDestructive(context);
  else await session.runChecks([destructiveSkipped], { operations }, { operation });
}

function selectPhases({ phases }: ConformanceOptions): typeof PHASES {
  return PHASES.filter(([name]) => phases?.includes(name) ?? true);
}

function waitForInterruption(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) resolve();
  signal?.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
