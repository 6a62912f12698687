// Sends several items in one request and counts the results.
import type { Operation } from '@keyframe/openapi-model';
import { findRequestSchema, findSentList, getMember } from '@keyframe/openapi-resources';
import { createRandom } from '@keyframe/openapi-schema/values';
import type { RunContext } from '../behavior/context.ts';
import { runSequenceChecks } from '../behavior/state-check.ts';
import { batchIncomplete } from '../checks/batch-incomplete.ts';
import { bodyMediaType, sentValue, withBodyValue } from '../requests/draft.ts';
import { FRESHEST, freshen } from '../requests/freshen.ts';
import { findOnlyItems } from '../resources/find-items.ts';
import { replaceValue } from '../schema/variants/variants.ts';
import { isSuccess } from '../session/session.ts';

/** Checks every operation that creates several resources, or reports a status for each item. */
export async function checkBatches(context: RunContext): Promise<void> {
  const { operations, session } = context;
  const { kinds } = session.resources;
  const creations = kinds.flatMap(({ creation, otherCreations }) => [creation ?? [], otherCreations].flat());
  const listing = creations.filter(({ answersList }) => answersList).map(({ operation }) => operation);
  const reporting = operations.filter(({ responses }) => responses.some(({ status }) => status === '207'));
  for (const operation of new Set([...listing, ...reporting]))
    if (operations.includes(operation) && !session.isOver) await checkBatch(context, operation);
}

async function checkBatch({ plans, pool, session }: RunContext, operation: Operation): Promise<void> {
  const path = findSentList(findRequestSchema(operation, session.reader));
  const template = path && plans.working(operation).find((draft) => bodyMediaType(draft));
  const schema = template && bodyMediaType(template)?.schema;
  const body = template && sentValue(template);
  const items = path && getMember(body, path);
  if (!schema || body === undefined || !Array.isArray(items) || items[0] === undefined) return;
  const several = replaceValue(body, path, [items[0], items[0]]);
  const random = createRandom(session.options.seed + session.transport.sent);
  const fresh = freshen(withBodyValue(template, several), session, { random, freshness: FRESHEST });
  const [first, second] = [getMember(sentValue(fresh), path)].flat();
  const isDistinct = JSON.stringify(first) !== JSON.stringify(second);
  if (!isDistinct || !session.requests.accepts(schema, sentValue(fresh) ?? null)) return;
  const draft = await pool.bind(fresh);
  const exchange = draft && (await session.send(draft));
  const returned = exchange && isSuccess(exchange) ? findOnlyItems(exchange, session.reader) : undefined;
  if (!exchange || !returned) return;
  const observed = { operation, exchange, sent: 2, returned: returned.length };
  await runSequenceChecks([batchIncomplete], observed, { session, requestsBefore: () => [] });
}
