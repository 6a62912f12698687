// Stores files and reads them back: every byte has to come as it was sent.
import type { Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import { FILE_DIFFERS } from '../checks/state-checks.ts';
import { operationsByPath } from '../lowest-node.ts';
import { inLanes, type PhaseContext } from '../phases/phase.ts';
import { type Exchange, isSuccess } from '../session.ts';

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i;
const BINARY = Buffer.from([...Array.from({ length: 256 }, (_, byte) => byte), 13, 10, 0, 10]);
const TEXT = Buffer.from('gr\u00fcn, \u732b \u{1f600}\r\nand a second line\n');

/** Judges every path that stores a body which is no JSON by PUT, and returns it by GET. */
export async function judgeFiles(context: PhaseContext): Promise<void> {
  const { operations, session } = context;
  await inLanes(session, operationsByPath(operations).values(), async (here) => {
    const put = here.find(({ method }) => method === 'put');
    const get = here.find(({ method }) => method === 'get');
    if (put && get) await judgeFile(context, put, get);
  });
}

async function judgeFile(context: PhaseContext, put: Operation, get: Operation): Promise<void> {
  const { plans, pool, session } = context;
  const names = put.requestBody?.content.map(({ name }) => name) ?? [];
  const returned = new Set(get.responses.flatMap(({ content }) => content.map(({ name }) => name)));
  const contentType = names.find((name) => !isJson(name) && !FORM.test(name) && returned.has(name));
  const [template] = plans.best(put);
  if (contentType === undefined || contentType.includes('*') || !template) return;
  const bytes = contentType.startsWith('text/') ? TEXT : BINARY;
  const bound = await pool.bind({ ...template, body: { contentType, bytes } });
  const stored = bound && (await session.send(bound));
  const reading = plans.best(get)[0];
  if (!bound || !stored || !isSuccess(stored) || !reading) return;
  const path = [...bound.parameters].filter(([key]) => key.startsWith('path:'));
  const seen = await session.send(
    { ...reading, parameters: new Map([...reading.parameters, ...path]) },
    { before: [stored.request] },
  );
  if (!seen || seen.response.status >= 400 || seen.response.body.equals(bytes)) return;
  report(context, { operation: get, stored, seen, bytes });
}

function report(
  { session }: PhaseContext,
  {
    operation,
    stored,
    seen,
    bytes,
  }: { operation: Operation; stored: Exchange; seen: Exchange; bytes: Buffer },
): void {
  const { status, body } = seen.response;
  const at = body.findIndex((byte, index) => byte !== bytes[index]);
  const place = at < 0 ? '' : `, which differ from byte ${at} on`;
  const violation = {
    check: FILE_DIFFERS,
    pointer: operation.pointer,
    message: 'A file was not returned as it was stored.',
    expected: `${bytes.length} bytes as they were sent`,
    received: `${status} with ${body.length} bytes${place}`,
  };
  session.report(violation, { ...seen, before: [stored.request] });
}
