// First every example of the document, and the valid requests that later phases start from.
import type { Method, Operation } from '@keyframe/openapi-model';
import { shorten, shown, violationText } from '../checks/check.ts';
import {
  EXAMPLE_INVALID,
  EXAMPLE_REFUSED,
  isRefusal,
  OPERATION_UNREACHED,
  VALID_REFUSED,
} from '../checks/request-checks.ts';
import type { BaseDraft } from '../requests/base-drafts.ts';
import { documentedExamples } from '../requests/documented-examples.ts';
import { explain } from '../schema/explain.ts';
import { type Exchange, isSuccess } from '../session.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { sendCase } from './send-case.ts';

// What makes resources comes before what needs them.
const ORDER: readonly Method[] = ['post', 'put', 'get', 'head', 'options', 'patch', 'trace', 'delete'];

/** Sends the valid drafts of every operation. */
export const runBaseline: Phase = async (context) => {
  const { operations, session } = context;
  for (const operation of operations) judgeExamples(context, operation);
  for (const method of ORDER) {
    const own = operations.filter((operation) => operation.method === method);
    // Outer resources before inner ones.
    const byDepth = own.toSorted((one, other) => one.path.split('/').length - other.path.split('/').length);
    await inLanes(session, byDepth, (operation) => tryOperation(context, operation));
  }
};

/** Holds every example to its schema; those of requests are also sent. */
function judgeExamples({ session }: PhaseContext, operation: Operation): void {
  for (const { value, schema, pointer, direction } of documentedExamples(session.model.document, operation)) {
    const space = direction === 'request' ? session.requests : session.responses;
    session.coverage.count('example', operation, pointer);
    if (!schema || space.accepts(schema, value)) continue;
    const { path, keyword, expected, found } = explain(space, schema, value);
    const message = `An example does not match its schema: ${violationText(path, keyword, 'the value')}.`;
    session.report(
      { check: EXAMPLE_INVALID, pointer, message, expected, received: shown(found) },
      { operation },
    );
  }
}

async function tryOperation(context: PhaseContext, operation: Operation): Promise<void> {
  const { plans, session } = context;
  let last: Exchange | undefined;
  for (const draft of plans.made(operation)) {
    if (session.isOver) return;
    const exchange = await sendCase(context, {
      draft,
      expectation: 'either',
      pointer: operation.pointer,
      label: 'valid',
    });
    if (!exchange) continue;
    last = exchange;
    if (isSuccess(exchange) || (exchange.response.status >= 300 && exchange.response.status < 400))
      plans.noteWorking(draft);
    else judgeRefusal(context, draft, exchange);
  }
  if (plans.working(operation).length > 0) return;
  const received = last
    ? `${last.response.status} ${shorten(last.response.body.toString())}`
    : 'no resource to ask for';
  const violation = {
    check: OPERATION_UNREACHED,
    pointer: operation.pointer,
    message: 'No valid request succeeded.',
    expected: 'a successful response',
    received,
  };
  session.report(violation, last ?? { operation });
}

function judgeRefusal({ session }: PhaseContext, draft: BaseDraft, exchange: Exchange): void {
  const { status, body } = exchange.response;
  if (!isRefusal(status)) return;
  const { operation, example } = draft;
  const violation = {
    check: example ? EXAMPLE_REFUSED : VALID_REFUSED,
    pointer: example ?? operation.requestBody?.pointer ?? operation.pointer,
    message: example ? 'An example was rejected.' : 'A valid request was rejected.',
    expected: 'a successful response',
    received: `${status} ${shorten(body.toString())}`,
  };
  session.report(violation, exchange);
}
