// A call of a tool: checks the arguments, sends the request, waits for accepted work, and formats the result.
import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { JsonObject } from '@keyframe/openapi-model';
import { type Clock, isClientError } from '@keyframe/openapi-runtime/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { findState, isPending, type JobReading } from '../tools/job-plan.ts';
import { LONGEST_WAIT_SECONDS, type OperationTool, WAIT_ARGUMENT } from '../tools/operation-tool.ts';
import { CALL } from '../tools/search-tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { FileNotLoadedError } from './file-not-loaded-error.ts';
import { followJob } from './follow-job.ts';
import { type FormatContext, formatAnswer, type ToolAnswer, textResult } from './format-answer.ts';
import type { FileAccess } from './load-file.ts';
import { readArguments } from './read-arguments.ts';
import { sendOperation } from './send-operation.ts';

/** Parts that all calls of a server share. */
export interface CallContext extends FormatContext {
  tools: ToolSet;
  files: FileAccess;
  clock: Clock;
  /** Whether agents call operations by `call_operation`. */
  isSearched: boolean;
}

/** One call. */
export interface ToolCall {
  tool: OperationTool;
  args: JsonObject;
  client: DocumentClient;
  signal: AbortSignal;
  onProgress: (progress: { seconds: number; message: string }) => Promise<void>;
}

/** Calls a tool. Failures are results, too, so that the agent can repair its call. */
export async function callTool(call: ToolCall, context: CallContext): Promise<CallToolResult> {
  const { tool, args } = call;
  try {
    const read = await readArguments(tool, args, context);
    if ('findings' in read) {
      const lines = read.findings.map((finding) => `- ${finding}`).join('\n');
      return errorResult(`${tool.name} was not called, since its arguments are invalid:\n${lines}`);
    }
    const startedAtMs = context.clock.now();
    const { request } = read;
    const answer = await sendOperation(call.client, tool.operation, { request, signal: call.signal });
    return await finish(answer, { call, context, startedAtMs });
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof FileNotLoadedError) return errorResult(error.message);
    if (isClientError(error)) return errorResult(describeFailure(error));
    throw error;
  }
}

interface Started {
  call: ToolCall;
  context: CallContext;
  startedAtMs: number;
}

async function finish(answer: ToolAnswer, started: Started): Promise<CallToolResult> {
  const { call, context } = started;
  const reading = findReading(answer, started);
  if (reading === undefined) return formatAnswer(call.tool, answer, context);
  const last = await wait(reading, answer, started);
  if (isPending(last.data)) return describePending(last, reading, started);
  return formatAnswer(call.tool, last, context);
}

function findReading(answer: ToolAnswer, { call: { tool, args } }: Started): JobReading | undefined {
  if (answer.status === 202 && tool.job) {
    return tool.job.find({ body: answer.data, headers: answer.response.headers });
  }
  if (!tool.isReader || !isPending(answer.data)) return undefined;
  const parameters = tool.parameters.flatMap(({ argument, parameter: { name } }) =>
    args[argument] === undefined ? [] : [[name, String(args[argument])] as const],
  );
  return { reader: tool.operation, parameters: Object.fromEntries(parameters) };
}

async function wait(
  reading: JobReading,
  answer: ToolAnswer,
  { call, context, startedAtMs }: Started,
): Promise<ToolAnswer> {
  const { tool, args, client, signal, onProgress } = call;
  const { clock } = context;
  const seconds = tool.job ? LONGEST_WAIT_SECONDS : Number(args[WAIT_ARGUMENT] ?? 0);
  if (!(seconds > 0)) return answer;
  const endsAtMs = startedAtMs + Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000;
  const onState = (state = 'accepted') =>
    onProgress({ seconds: (clock.now() - startedAtMs) / 1000, message: `${tool.name}: ${state}` });
  return followJob(client, reading, { clock, endsAtMs, signal, onState });
}

function describePending(
  last: ToolAnswer,
  { reader, parameters }: JobReading,
  { call, context, startedAtMs }: Started,
): CallToolResult {
  const { tools, isSearched, clock } = context;
  const next = tools.findByOperation(reader);
  const named = next?.parameters.flatMap(({ argument, parameter: { name } }) =>
    parameters[name] === undefined ? [] : [[argument, parameters[name]] as const],
  );
  const args = { ...Object.fromEntries(named ?? []), [WAIT_ARGUMENT]: LONGEST_WAIT_SECONDS };
  const name = next?.name ?? reader.id;
  const nextCall = isSearched
    ? { tool: CALL, arguments: { operation: name, arguments: args } }
    : { tool: name, arguments: args };
  const seconds = Math.round((clock.now() - startedAtMs) / 1000);
  const isStart = call.tool.job !== undefined;
  const text = [
    `The work is still in progress (${findState(last.data)}) after ${seconds} s.`,
    `Call ${nextCall.tool} next, with ${JSON.stringify(nextCall.arguments)}.`,
    ...(isStart ? [`Do not call ${call.tool.name} again for it: that would start it a second time.`] : []),
  ].join(' ');
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: JSON.stringify(last.data) },
    ],
    structuredContent: { isFinished: false, next: nextCall, last: last.data },
  };
}

function errorResult(text: string): CallToolResult {
  return { ...textResult(text), isError: true };
}

function describeFailure(error: Error & { data?: unknown; retryAfter?: number | undefined }): string {
  const { message, data, retryAfter } = error;
  const body = typeof data === 'object' && data !== null ? `\n${JSON.stringify(data)}` : '';
  const pause = retryAfter === undefined ? '' : `\nCall again after ${retryAfter} s.`;
  return message + body + pause;
}
