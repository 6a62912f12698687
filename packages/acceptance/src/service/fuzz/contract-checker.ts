// Checks responses with the validator of the toolkit. The service checks its own responses with the same one, so
// that `packages/contract/tests/decides-as-ajv.test.ts` holds it against Ajv, which shares nothing with it.
import { checkResponse, type OperationId, schemas } from '@keyframe/contract/hono';
import type { WireResponse } from './http-responses.ts';

/** The operations that hostile requests aim at. */
export type Operation = Extract<OperationId, 'createVideoGeneration' | 'getTask'>;

/** Lists how an answer departs from what the contract says of an operation. */
export function checkOperation(operation: Operation, answer: WireResponse): string[] {
  const { status } = answer;
  const read = readJson(answer);
  if ('problem' in read) return [read.problem];
  const headers = new Headers([...answer.headers]);
  return checkResponse(operation, { status, headers, body: read.value }).map(({ where, path, message }) =>
    [where, ...path, message].join(' '),
  );
}

/** Status and code of the responses to requests outside of the contract. */
const OUTSIDE: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [404, 'not_found'],
  [405, 'invalid_request'],
]);

/** Lists how an answer departs from the error that a request outside of the contract gets (OPEN-24). */
export function checkOutside(answer: WireResponse): string[] {
  const { status, headers } = answer;
  const code = OUTSIDE.get(status);
  if (code === undefined) return [`nothing outside of the contract is answered ${status}`];
  const read = readJson(answer);
  if ('problem' in read) return [read.problem];
  const result = schemas.Error.safeParse(read.value);
  if (!result.success) return [result.error.message];
  const { error } = result.data;
  const problems = error.code === code ? [] : [`${status} has the code ${error.code}`];
  if (status === 405 && !headers.has('allow')) problems.push('405 without Allow');
  return problems;
}

// Every response that is checked is JSON.
function readJson({ headers, body }: WireResponse): { value: unknown } | { problem: string } {
  const type = headers.get('content-type') ?? 'none';
  if (!/^application\/json\b/.test(type)) return { problem: `the content type is ${type}` };
  try {
    return { value: JSON.parse(body.toString()) };
  } catch {
    return { problem: `the body is no JSON: ${body}` };
  }
}
