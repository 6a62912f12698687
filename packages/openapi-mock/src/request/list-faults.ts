// The faults that the page offers for an operation.
import { listExamples, type MediaType, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import { findSuccess } from '@keyframe/openapi-resources';
import { CALLBACK_FAULTS, writeValue } from './preferences.ts';

const ANYWHERE = ['429', '500'];
const DELAY_MS = 3_000;

/** Lists the values of `Prefer` that an operation can respond to: statuses, examples, and what is lost or late. */
export function listFaults(model: OpenApiModel, operation: Operation): string[] {
  const { responses, callbacks } = operation;
  const success = String(findSuccess(operation));
  const statuses = responses.map(({ status }) => status).filter((status) => /^\d{3}$/.test(status));
  const examples = new Set<string>();
  for (const { status, content } of responses.filter((response) => statuses.includes(response.status))) {
    for (const name of listNames(model, content)) examples.add(`code=${status}, example=${writeValue(name)}`);
  }
  const late = CALLBACK_FAULTS.map((fault) => `callback=${fault}`);
  return [
    ...new Set([...statuses.filter((status) => status !== success), ...ANYWHERE]),
    ...examples,
    `delay=${DELAY_MS}`,
    'lost',
    ...(callbacks.length > 0 ? late : []),
  ];
}

// A single example is what its status responds with anyway.
function listNames(model: OpenApiModel, content: readonly MediaType[]): string[] {
  const examples = content.map(({ pointer }) => listExamples(model, pointer));
  const selectable = examples.filter(({ length }) => length > 1);
  return selectable.flat().map(({ name }) => name);
}
