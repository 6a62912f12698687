// Asks for every media type that a response is documented in, and for one that it is not.
import type { Operation } from '@keyframe/openapi-model';
import { ACCEPT_IGNORED } from '../checks/content-checks.ts';
import { inLanes, type PhaseContext } from '../phases/phase.ts';
import type { Draft } from '../requests/draft.ts';
import { type Exchange, isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';

const UNKNOWN = 'application/x-contract-gate';

/** Judges the reading operations whose success has several media types. */
export async function judgeNegotiation(context: PhaseContext): Promise<void> {
  await inLanes(context.session, context.operations, async (operation) => {
    const types = typesOf(operation);
    const [template] = context.plans.working(operation);
    if (operation.method === 'get' && types.length > 1 && template)
      await judgeTypes(context, template, types);
  });
}

/** Lists the media types of the 200 of an operation; none where one of them is a range. */
function typesOf({ responses }: Operation): string[] {
  const content = responses.find(({ status }) => status === '200')?.content ?? [];
  const types = [...new Set(content.map(({ name }) => baseOf(name)))];
  return types.some((type) => type.includes('*')) ? [] : types;
}

function baseOf(mediaType: string | undefined): string {
  return (mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function judgeTypes(context: PhaseContext, template: Draft, types: readonly string[]): Promise<void> {
  const { pool, session } = context;
  const bound = await pool.bind(template);
  if (!bound) return;
  const ask = (accept: string) => session.send({ ...bound, headers: { ...bound.headers, accept } });
  for (const wanted of types) {
    const exchange = await ask(wanted);
    const got = exchange && baseOf(headerOf(exchange.response, 'content-type'));
    if (!exchange || (isSuccess(exchange) ? got === wanted : exchange.response.status !== 406)) continue;
    report(context, { exchange, wanted, asked: wanted });
  }
  const has406 = template.operation.responses.some(({ status }) => status === '406');
  const exchange = has406 ? await ask(UNKNOWN) : undefined;
  if (exchange && isSuccess(exchange)) report(context, { exchange, wanted: '406', asked: UNKNOWN });
}

function report(
  { session }: PhaseContext,
  { exchange, wanted, asked }: { exchange: Exchange; wanted: string; asked: string },
): void {
  const { operation, response } = exchange;
  const type = headerOf(response, 'content-type') ?? 'no Content-Type';
  const violation = {
    check: ACCEPT_IGNORED,
    pointer: operation.pointer,
    message: `A request that accepts only ${asked} was not answered accordingly.`,
    expected: wanted,
    received: `${response.status}, ${type}`,
  };
  session.report(violation, exchange);
}
