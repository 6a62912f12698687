// A call of a tool: checks the arguments, sends the request, waits for accepted work, and formats the result.
import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { listStarted, type StartedWork } from '@keyframe/openapi-resources';
import { isClientError } from '@keyframe/openapi-runtime/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import pLimit from 'p-limit';
import { describeTask, type Task } from '../tasks/task.ts';
import type { TaskIds } from '../tasks/task-ids.ts';
import { LONGEST_WAIT_SECONDS, type OperationTool, WAIT_ARGUMENT } from '../tools/operation-tool.ts';
import { CALL } from '../tools/search-tools.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { cutValue } from './cut-result.ts';
import { describeFailure } from './describe-failure.ts';
import { FileNotLoadedError } from './file-not-loaded-error.ts';
import { followJob, readJob, readState } from './follow-job.ts';
import {
  type FormatContext,
  formatAnswer,
  formatOutcome,
  type ToolAnswer,
  textResult,
} from './format-answer.ts';
import type { FileAccess } from './load-file.ts';
import { readArguments } from './read-arguments.ts';
import { sendOperation, type ToolRequest } from './send-operation.ts';

/** Files are held in memory until the request has been sent. */
const CALLS_WITH_FILES = 4;
const sendWithFiles = pLimit(CALLS_WITH_FILES);

/** Parts that all calls of a server share. */
export interface CallContext extends FormatContext {
  tools: ToolSet;
  files: FileAccess;
  ids: TaskIds;
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
  /** Whether the client takes a task in place of a result that is not there yet. */
  acceptsTask: boolean;
}

/** A result, or the task that it will be the result of. */
export type ToolOutcome = CallToolResult | (CallToolResult & Task & { resultType: 'task' });

/** Calls a tool. Failures are results, too, so that the agent can repair its call. */
export async function callTool(given: ToolCall, context: CallContext): Promise<ToolOutcome> {
  // A stream that goes on must not outlive its call.
  const ending = new AbortController();
  const call = { ...given, signal: AbortSignal.any([given.signal, ending.signal]) };
  const { body } = call.tool;
  const hasFiles = body !== undefined && (body.isFile || body.fileMembers.size > 0);
  try {
    const sent = await (hasFiles ? sendWithFiles(() => send(call, context)) : send(call, context));
    if ('refusal' in sent) return sent.refusal;
    return await finish(sent.answer, {
      call: { ...call, request: sent.request },
      context,
      startedAtMs: sent.startedAtMs,
    });
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof FileNotLoadedError) return errorResult(error.message);
    if (isClientError(error))
      return errorResult(describeFailure(error, call.tool.operation).slice(0, context.mostCharacters));
    throw error;
  } finally {
    ending.abort();
  }
}

interface Sent {
  answer: ToolAnswer;
  request: ToolRequest;
  startedAtMs: number;
}

/** Checks the arguments and sends the request; refuses invalid arguments. */
async function send(call: ToolCall, context: CallContext): Promise<Sent | { refusal: CallToolResult }> {
  const { tool, args, client, signal } = call;
  const checked = await readArguments(tool, args, context);
  if ('findings' in checked) return { refusal: refuseArguments(tool.name, checked.findings) };
  const startedAtMs = context.clock.now();
  const { preference } = tool.job ?? {};
  const header = preference && { [preference.name]: preference.value, ...checked.request.header };
  const request = header ? { ...checked.request, header } : checked.request;
  return { answer: await sendOperation(client, tool.operation, { request, signal }), request, startedAtMs };
}

interface Started {
  call: ToolCall & { request: ToolRequest };
  context: CallContext;
  startedAtMs: number;
}

async function finish(answer: ToolAnswer, started: Started): Promise<ToolOutcome> {
  const { call, context } = started;
  const { tool, acceptsTask } = call;
  const [reading, ...others] = findReadings(answer, started);
  if (reading === undefined) return formatAnswer(tool, answer, context);
  // No task is several pieces of work.
  if (others.length > 0) return describeSeveral(answer, [reading, ...others], started);
  const { last, failure } = await readWork(reading, answer, started);
  const { work } = reading;
  const state = readState(work, last, context.conventions);
  if (failure === undefined && state.phase !== 'waiting' && (last !== answer || !tool.job)) {
    return tool.job ? formatOutcome({ tool, work }, last, context) : formatAnswer(tool, last, context);
  }
  if (!tool.job || !acceptsTask) return describePending({ last, failure }, reading, started);
  const taskId = context.ids.encode(reading);
  const { headers } = last.response;
  const task = describeTask(taskId, { data: last.data, headers, state }, context.conventions);
  return { ...textResult(`Task ${taskId} is in progress.`), resultType: 'task', ...task, status: 'working' };
}

interface LastReading {
  last: ToolAnswer;
  /** The error for which the work could not be read. */
  failure?: string | undefined;
}

/** Reads accepted work: once for a client with tasks, otherwise until it has ended or the time is over. */
async function readWork(reading: StartedWork, answer: ToolAnswer, started: Started): Promise<LastReading> {
  const { tool, client, signal, acceptsTask } = started.call;
  try {
    const isTask = tool.job !== undefined && acceptsTask;
    return { last: await (isTask ? readJob(client, reading, signal) : wait(reading, answer, started)) };
  } catch (error) {
    // An error without the id of the work would make the agent start it again.
    if (!tool.job || signal.aborted || !isClientError(error)) throw error;
    return { last: answer, failure: describeFailure(error, reading.work.reader) };
  }
}

function findReadings(
  answer: ToolAnswer,
  { call: { tool, args, request }, context: { conventions } }: Started,
): StartedWork[] {
  const { status, data, response } = answer;
  if (tool.job) {
    const { headers } = response;
    return listStarted(tool.job, { request: toExchange(request), response: { status, headers, body: data } });
  }
  const work = tool.read;
  if (!work || readState(work, answer, conventions).phase !== 'waiting') return [];
  const parameters = tool.parameters
    .filter(({ argument }) => args[argument] !== undefined)
    .map(({ argument, parameter: { name, location } }) => [`${location}.${name}`, String(args[argument])]);
  return [{ work, parameters: Object.fromEntries(parameters) }];
}

/** Converts the arguments of a request for runtime expressions. */
function toExchange({ path, query, header, body }: ToolRequest) {
  const texts = (values: object = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return {
    path: texts(path),
    url: `/?${new URLSearchParams(texts(query))}`,
    headers: texts(header),
    body,
  };
}

async function wait(
  reading: StartedWork,
  answer: ToolAnswer,
  { call, context, startedAtMs }: Started,
): Promise<ToolAnswer> {
  const { tool, args, client, signal, onProgress } = call;
  const { clock, conventions } = context;
  const longestSeconds = tool.job?.certainty === 'certain' ? LONGEST_WAIT_SECONDS : 0;
  const seconds = tool.job ? longestSeconds : Number(args[WAIT_ARGUMENT] ?? 0);
  if (!(seconds > 0)) return answer;
  const endsAtMs = startedAtMs + Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000;
  const onState = (state = 'accepted') =>
    onProgress({ seconds: (clock.now() - startedAtMs) / 1000, message: `${tool.name}: ${state}` });
  return followJob(client, reading, { clock, endsAtMs, signal, conventions, onState });
}

function describePending(
  { last, failure }: LastReading,
  reading: StartedWork,
  { call, context, startedAtMs }: Started,
): CallToolResult {
  const { clock, mostCharacters, conventions } = context;
  const nextCall = describeNext(reading, context);
  const seconds = Math.round((clock.now() - startedAtMs) / 1000);
  const isStart = call.tool.job !== undefined;
  const text = [
    failure === undefined
      ? `The work is still in progress (${readState(reading.work, last, conventions).word ?? 'accepted'}) after ${seconds} s.`
      : `The work was accepted, but could not be read: ${failure}`,
    `Call ${nextCall.tool} next, with ${JSON.stringify(nextCall.arguments)}.`,
    ...(isStart ? [`Do not call ${call.tool.name} again for it: that would start it a second time.`] : []),
  ].join(' ');
  // It is there twice.
  const state =
    last.data === undefined ? last.data : cutValue(last.data as JsonValue, mostCharacters / 2).value;
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: JSON.stringify(state) },
    ],
    structuredContent: { isFinished: false, next: nextCall, last: state },
  };
}

/** Describes the call that reads work next. */
function describeNext({ work, parameters }: StartedWork, { tools, isSearched }: CallContext) {
  const next = tools.findByOperation(work.reader);
  const entries = (next?.parameters ?? []).map(
    ({ argument, parameter: { name, location } }) => [argument, parameters[`${location}.${name}`]] as const,
  );
  const workArguments = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const args = { ...workArguments, [WAIT_ARGUMENT]: LONGEST_WAIT_SECONDS };
  const name = next?.name ?? work.reader.id;
  return isSearched
    ? { tool: CALL, arguments: { operation: name, arguments: args } }
    : { tool: name, arguments: args };
}

async function describeSeveral(
  answer: ToolAnswer,
  readings: readonly StartedWork[],
  { call, context }: Started,
): Promise<CallToolResult> {
  const result = await formatAnswer(call.tool, answer, context);
  const next = readings.map((reading) => describeNext(reading, context));
  const calls = next.map((one) => `${one.tool} with ${JSON.stringify(one.arguments)}`).join(', ');
  const text = `${readings.length} pieces of work were started. Read them with ${calls}.`;
  return { ...result, content: [...result.content, { type: 'text', text }] };
}

/** Returns the result of a call whose arguments are invalid. */
export function refuseArguments(name: string, findings: readonly string[]): CallToolResult {
  const lines = findings.map((finding) => `- ${finding}`).join('\n');
  return errorResult(`${name} was not called, since its arguments are invalid:\n${lines}`);
}

function errorResult(text: string): CallToolResult {
  return { ...textResult(text), isError: true };
}
