import { parse } from 'node:path';
import { FileNotLoadedError, readArguments, readTexts, sendOperation } from '@keyframe/openapi-mcp';
import { planPagination } from '@keyframe/openapi-resources';
import { paginate, startWork, startWorks } from '@keyframe/openapi-runtime/client';
import { CALL_OPTIONS } from '../call/call-options.ts';
import { type OpenOperation, openOperation, reportFailure } from '../call/open-operation.ts';
import { printResult } from '../call/print-result.ts';
import { defineWork, hasItems, reportStart, waitForWork } from '../call/wait-for-work.ts';
import { defineCommand, type OptionTable, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { runForDocument } from '../config/run-for-document.ts';
import { readPairs } from '../options/read-options.ts';

const OPTIONS = {
  param: {
    value: '<name=value>',
    description:
      'set a parameter, a member of the body, or the whole body; what is no text is JSON, and files are paths (repeatable)',
    isRepeatable: true,
    read: (texts: unknown, label: string) => readPairs(texts, label, (text) => text.indexOf('=')),
  },
  wait: { description: 'wait for the end of the work that the call starts, and print its result' },
  all: { description: 'print the items of all pages of a list' },
  ...CALL_OPTIONS,
} as const satisfies OptionTable;

type CallValues = Values<typeof OPTIONS>;

/** Calls an operation of a document. */
export const callCommand = defineCommand({
  name: 'call',
  summary: 'call an operation, and wait for the work that it starts',
  description:
    'Calls an operation by its operationId, or by its method and path, and prints the response as JSON. Arguments are checked by the schemas of the document before anything is sent. Exits with 1 if the call or its work fails, and with 4 if the work is cancelled.',
  arguments: ['[<document>]', '<operation>'],
  options: OPTIONS,
  run({ values, positionals }, streams) {
    // The document may be absent.
    const [operation = '', document] = positionals.toReversed();
    const run = async (path: string, completed: CallValues) => {
      const opened = await openOperation([path, operation], completed, streams);
      const request = await createRequest(opened, completed);
      return reportFailure(opened, () => call(opened, request, completed));
    };
    return runForDocument({ options: OPTIONS, values, document, run }, streams);
  },
});

type CallRequest = Parameters<typeof sendOperation>[2]['request'];

async function createRequest(opened: OpenOperation, { param, wait }: CallValues): Promise<CallRequest> {
  const { tool, schemas } = opened;
  const keyName = tool.key?.name ?? '';
  const names = Object.keys(param).filter((name) => name.toLowerCase() !== keyName.toLowerCase());
  const texts = Object.fromEntries(names.map((name) => [name, param[name] ?? '']));
  const [givenKey] = Object.entries(param)
    .filter(([name]) => !names.includes(name))
    .map(([, key]) => key);
  const args = readTexts(tool, texts, schemas);
  // The user of a command line may read all files.
  const files = { allowedPaths: [parse(process.cwd()).root] };
  const checked = await readArguments(tool, args, { schemas, files }).catch((cause: unknown) => {
    if (!(cause instanceof FileNotLoadedError)) throw cause;
    throw new UsageError(cause.message, { cause });
  });
  if ('findings' in checked) throw new UsageError(describeFindings(opened, checked.findings));
  const { request } = checked;
  if (tool.key === undefined || (givenKey === undefined && !wait)) return request;
  const key = givenKey ?? crypto.randomUUID();
  if (givenKey === undefined) reportKey(opened, `${keyName}=${key}`);
  return { ...request, header: { ...request.header, [keyName]: key } };
}

function reportKey({ report }: OpenOperation, pair: string): void {
  report(
    { event: 'starting', param: pair },
    `If this is interrupted before the work has started, repeat the command with --param ${pair}: the work is started once.`,
  );
}

/** Adds its schema to each argument that is missing. */
function describeFindings({ tool, tools }: OpenOperation, findings: readonly string[]): string {
  const { properties = {} } = tools.define(tool).inputSchema;
  const lines = findings.map((finding) => {
    const [name = ''] = finding.split(/[:.]/, 1);
    const schema = Object.hasOwn(properties, name) && finding.endsWith(': is required');
    return `- ${finding}${schema ? `, ${JSON.stringify(properties[name])}` : ''}`;
  });
  return [`${tool.operation.id} was not called, since its arguments are invalid:`, ...lines].join('\n');
}

async function call(opened: OpenOperation, request: CallRequest, values: CallValues): Promise<number> {
  const { tool, client: service, streams } = opened;
  const { signal } = streams;
  if (values.wait) {
    const definition = defineWork(opened);
    const started = hasItems(definition)
      ? await startWorks(service.client, definition, { request, options: { signal } })
      : await startWork(service.client, definition, { request, options: { signal } });
    reportStart(started.id, opened);
    return waitForWork(started, opened);
  }
  if (values.all) {
    await printResult(await collectPages(opened, request), opened);
    return 0;
  }
  const { data, response } = await sendOperation(service, tool.operation, { request, signal });
  const work = tool.job && service.defineWork(tool.job);
  const id = work && !hasItems(work) ? work.locate.write({ request, data, response }) : undefined;
  if (id !== undefined) reportStart(id, opened);
  await printResult(data, opened);
  return 0;
}

async function collectPages({ tool, tools, client, streams }: OpenOperation, request: CallRequest) {
  const plan = planPagination(tools.reader, tool.operation);
  if (plan?.pagination.items === undefined) throw new UsageError(`--all: ${tool.operation.id} has no pages.`);
  const { signal } = streams;
  const definition = client.define(tool.operation);
  const pages = paginate(client.client, definition, {
    request,
    options: { signal },
    pagination: plan.pagination,
  });
  const items: unknown[] = [];
  for await (const item of pages.items()) items.push(item);
  return items;
}
