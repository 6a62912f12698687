// Starts work, reads it until it ends, and cancels it.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { StartedWork, Work } from '@keyframe/openapi-resources';
import type { RunContext } from '../behavior/context.ts';
import { runSequenceChecks, type StateCheck } from '../behavior/state-check.ts';
import { unknownIdFound } from '../checks/unknown-id-found.ts';
import { workGoesBack } from '../checks/work-goes-back.ts';
import { workLeavesEnd } from '../checks/work-leaves-end.ts';
import { workResultUnreadable } from '../checks/work-result-unreadable.ts';
import { workUncancelled } from '../checks/work-uncancelled.ts';
import { workUnending } from '../checks/work-unending.ts';
import { workUnreadable } from '../checks/work-unreadable.ts';
import { bodyMediaType, type Draft, parameterKey, withBodyValue, withParameters } from '../requests/draft.ts';
import { listAllExamples } from '../requests/examples.ts';
import { findUnknownId } from '../resources/unknown-id.ts';
import type { FollowedWork, WorkReading } from '../resources/work-follower.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import type { Phase } from './phase.ts';

const WORK_CHECKS = [workUnreadable, workUnending, workGoesBack, workLeavesEnd, workResultUnreadable];
const MOST_STARTS = 3;
const READS_AFTER_END = 2;
const PAUSE_MS = 250;

/** Starts each kind of work, and checks its states, its result and its cancellation. */
export const runWork: Phase = async (context) => {
  const { pool, operations } = context;
  const works = pool.work.works.filter(
    ({ start, reader }) => operations.includes(start) && operations.includes(reader),
  );
  await Promise.all(
    works.map(async (work) => {
      await checkWork(work, context);
      await checkCancellation(work, context);
    }),
  );
};

async function checkWork(work: Work, context: RunContext): Promise<void> {
  const { pool } = context;
  const [start, started] = (await startWork(work, context)) ?? [];
  if (!start || !started) return;
  const followed = await pool.work.follow(started, start);
  const end = followed.readings.at(-1);
  const hasSucceeded = end?.phase === 'success';
  const call = work.result.kind === 'operation' && hasSucceeded ? work.result.call : undefined;
  const result = call && (await pool.work.call(call, started));
  const later = end && end.phase !== 'waiting' ? await readLater(started, context) : [];
  await runChecks(WORK_CHECKS, { ...followed, result, later }, context);
  if (followed.readings.length > 0) await checkUnknownWork(followed, context);
}

async function startWork(
  work: Work,
  { pool, plans, session }: RunContext,
): Promise<[start: Exchange, started: StartedWork] | undefined> {
  for (const draft of listStarts(work, plans, session).slice(0, MOST_STARTS)) {
    const start = await pool.deliver(draft);
    if (!start || !isSuccess(start)) continue;
    const started = pool.work.list(start).find((one) => one.work === work);
    return started && [start, started];
  }
  return undefined;
}

// Documented examples come first, also those that the schema rejects: their work is more likely to succeed.
function listStarts(
  { start, preference }: Work,
  plans: RunContext['plans'],
  { model, options }: RunContext['session'],
): Draft[] {
  const drafts = plans.best(start);
  const [template] = drafts;
  const media = template && bodyMediaType(template);
  const examples = media ? listAllExamples(model.document, media.pointer) : [];
  const documented = template ? examples.map(({ value }) => withBodyValue(template, value)) : [];
  const all = [...documented.map((draft) => plans.prepare(draft)), ...drafts];
  const parameters: [key: string, value: JsonValue][] = options.existingData
    ? listKnownIds(start, model.document)
    : [];
  if (preference) parameters.push([`header:${preference.name}`, preference.value]);
  return all.map((draft) => withParameters(draft, parameters));
}

// Work may be about a resource that has to exist, such as the workflow of a run.
function listKnownIds(start: Operation, document: JsonObject): [key: string, value: JsonValue][] {
  const parameters = start.parameters.filter(({ location }) => location === 'path');
  const examples = parameters.map(
    (parameter) => [parameterKey(parameter), listAllExamples(document, parameter.pointer)[0]?.value] as const,
  );
  return examples.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
}

async function readLater(
  started: StartedWork,
  { pool, session }: RunContext,
): Promise<readonly WorkReading[]> {
  const later: WorkReading[] = [];
  for (let time = 0; time < READS_AFTER_END && !session.isOver; time += 1) {
    await session.clock.sleep(PAUSE_MS);
    const reading = await pool.work.readOnce(started);
    if (reading) later.push(reading);
  }
  return later;
}

async function checkCancellation(work: Work, context: RunContext): Promise<void> {
  const { pool, operations } = context;
  if (!work.cancel || !operations.includes(work.cancel.operation)) return;
  const [start, started] = (await startWork(work, context)) ?? [];
  const cancellation = started && (await pool.work.call(work.cancel, started));
  if (!start || !started || !cancellation || !isSuccess(cancellation)) return;
  const followed = await pool.work.follow(started, start);
  await runChecks([workUncancelled], { ...followed, cancellation }, context);
}

async function checkUnknownWork(
  { started: { work, parameters }, start }: FollowedWork,
  context: RunContext,
): Promise<void> {
  const { pool, session } = context;
  const isId = (key: string) => work.idArguments.includes(key.slice(key.indexOf('.') + 1));
  const key = Object.keys(parameters).find(isId);
  const unknown = key !== undefined && findUnknownId(parameters[key] ?? '', () => true);
  // A collection of resources has its own check.
  const isResource = pool.collections.some(({ read }) => read === work.reader);
  if (key === undefined || typeof unknown !== 'string' || isResource) return;
  const draft = pool.work.createDraft(work.reader, { ...parameters, [key]: unknown });
  const exchange = draft && (await session.send(draft));
  if (!exchange) return;
  const observed = { client: { context: { session } }, operation: work.reader, exchange };
  await runSequenceChecks([unknownIdFound], observed, { session, requestsBefore: () => [start.request] });
}

async function runChecks<TObserved extends FollowedWork>(
  checks: readonly StateCheck<TObserved>[],
  observed: TObserved,
  { session }: RunContext,
): Promise<void> {
  const requestsBefore = () => [observed.start.request];
  await runSequenceChecks(checks, observed, { session, requestsBefore });
}
