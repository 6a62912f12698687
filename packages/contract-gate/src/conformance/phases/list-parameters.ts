// Reads lists with small limits, and with the defaults of their parameters.
import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { findId, planPaging } from '@keyframe/openapi-resources';
import { findDefault } from '@keyframe/openapi-schema/facts';
import { isSame } from '../behavior/compare.ts';
import type { RunContext } from '../behavior/context.ts';
import { runSequenceChecks } from '../behavior/state-check.ts';
import { defaultNotApplied } from '../checks/default-not-applied.ts';
import { pageTooLong } from '../checks/page-too-long.ts';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { findOnlyItems } from '../resources/find-items.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';

const SIZES = [2, 3, 1];

/** Lists the limits to request. */
export function listSizes({ schema }: Parameter, { requests }: Pick<Session, 'requests'>): number[] {
  return SIZES.filter((size) => !schema || requests.accepts(schema, size));
}

interface ReadList {
  exchange: Exchange;
  items: JsonValue[];
}

/** A list, read without optional parameters. */
interface PlainList {
  context: RunContext;
  draft: Draft;
  /** Whether resources were created in the list, so that its limit was checked. */
  isCreated: boolean;
}

/** Checks the parameters of a list that have the same meaning for all items. */
export async function checkListParameters(context: RunContext, operation: Operation): Promise<void> {
  const { plans, pool, session } = context;
  const [template] = plans.working(operation);
  if (!template) return;
  const required = new Set(operation.parameters.filter((one) => one.required).map(parameterKey));
  const parameters = new Map([...template.parameters].filter(([key]) => required.has(key)));
  const draft = await pool.bind({ ...template, parameters });
  const isCreated = pool.collections.some(({ list, create }) => list === operation && create);
  if (!draft) return;
  const list = { context, draft, isCreated };
  const { limit } = planPaging(session.reader, operation);
  if (limit && !isCreated) await checkSizes(list, limit);
  for (const parameter of operation.parameters) {
    const { location, schema } = parameter;
    const isOptional = location === 'query' && !required.has(parameterKey(parameter));
    const value = isOptional && schema ? findDefault(session.requests.node(schema)) : undefined;
    // An empty text and an empty list are often no value.
    if (value === undefined || value === '' || typeof value === 'object') continue;
    // The default of a limit is checked with the resources that were created.
    if (parameter !== limit || !isCreated) await checkDefault(list, parameter, value);
  }
}

async function checkSizes(list: PlainList, limit: Parameter): Promise<void> {
  const { session } = list.context;
  for (const most of listSizes(limit, session)) {
    const page = await readList(list, [[parameterKey(limit), most]]);
    if (!page) return;
    const { exchange, items } = page;
    const { operation } = exchange;
    const observed = { operation, exchange, count: items.length, most, limit: `with a limit of ${most}` };
    await runSequenceChecks([pageTooLong], observed, { session, requestsBefore: () => [] });
  }
}

// The list may change by itself, or have no order: both requests are repeated.
async function checkDefault(list: PlainList, parameter: Parameter, value: JsonValue): Promise<void> {
  const values = [[parameterKey(parameter), value]] as const;
  const readBoth = async () => [await readList(list, []), await readList(list, values)] as const;
  const [received, expected] = await readBoth();
  if (!received || !expected || isSame(received.items, expected.items)) return;
  const [again, expectedAgain] = await readBoth();
  if (!isSame(again?.items, received.items) || !isSame(expectedAgain?.items, expected.items)) return;
  const { exchange } = received;
  const observed = {
    operation: exchange.operation,
    parameter,
    exchange,
    expected: expected.items,
    received: received.items,
  };
  const { session } = list.context;
  const requestsBefore = () => [expected.exchange.request];
  await runSequenceChecks([defaultNotApplied], observed, { session, requestsBefore });
}

async function readList(
  { context: { pool, session }, draft }: PlainList,
  values: readonly (readonly [key: string, value: JsonValue])[],
): Promise<ReadList | undefined> {
  const exchange = await session.send(withParameters(draft, values));
  const items = exchange && isSuccess(exchange) ? findOnlyItems(exchange, session.reader) : undefined;
  if (!exchange || !items) return undefined;
  const collection = pool.collections.find(({ list }) => list === exchange.operation);
  // Other members may change by themselves.
  const identify = (value: JsonValue | undefined) => collection && findId(value, collection);
  return { exchange, items: items.map(({ key, value }) => key ?? identify(value) ?? value ?? null) };
}
