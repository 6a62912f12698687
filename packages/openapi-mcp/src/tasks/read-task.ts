import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { Operation } from '@keyframe/openapi-model';
import { resolveCall, type StartedWork } from '@keyframe/openapi-resources';
import { isClientError } from '@keyframe/openapi-runtime/client';
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { describeFailure } from '../call/describe-failure.ts';
import { createRequest, readJob, readState } from '../call/follow-job.ts';
import { type FormatContext, formatOutcome, type ToolAnswer } from '../call/format-answer.ts';
import { sendOperation } from '../call/send-operation.ts';
import { nameTools } from '../tools/tool-names.ts';
import { describeTask, type Task } from './task.ts';
import type { TaskIds } from './task-ids.ts';

/** A task, with its outcome if it has ended. */
export interface DetailedTask extends Task {
  result?: CallToolResult;
  error?: { code: number; message: string };
}

/** Parts that all requests about tasks share. */
export interface TaskContext extends FormatContext {
  ids: TaskIds;
}

/** A request about a task. */
export interface TaskRequest {
  taskId: string;
  client: DocumentClient;
  signal: AbortSignal;
}

/** Statuses that say nothing about the work: of the key, of the load, or of the service as a whole. */
const TRANSIENT = /^(?:401|403|408|425|429|5\d\d)$/;

/** Reads a task. Throws ProtocolError if it does not exist, or cannot be read now. */
export async function readTask(request: TaskRequest, context: TaskContext): Promise<DetailedTask> {
  const { taskId } = request;
  const reading = findReading(request, context);
  const answer = await readWork(reading, request);
  if (answer instanceof Error) {
    const state = { phase: 'failure', word: undefined } as const;
    const task = describeTask(
      taskId,
      { data: undefined, headers: new Headers(), state },
      context.conventions,
    );
    const message = describeFailure(answer, reading.work.reader);
    const error = { code: ProtocolErrorCode.InternalError, message };
    return { ...task, status: 'failed', error };
  }
  const { work } = reading;
  const state = readState(work, answer, context.conventions);
  const { headers } = answer.response;
  const task = describeTask(taskId, { data: answer.data, headers, state }, context.conventions);
  if (task.status !== 'completed') return task;
  const [name = 'task'] = nameTools([work.reader.id]);
  const tool = { name, output: undefined, operation: work.reader, parameters: [], body: undefined };
  return { ...task, result: await formatOutcome({ tool, work }, answer, context) };
}

/** Cancels the work of a task if one of the operations does that. */
export async function cancelTask(
  request: TaskRequest,
  { operations, ...context }: TaskContext & { operations: readonly Operation[] },
): Promise<void> {
  const { client, signal } = request;
  const reading = findReading(request, context);
  const answer = await readWork(reading, request);
  const { cancel } = reading.work;
  const parameters = cancel && resolveCall(cancel, reading);
  if (!cancel || !parameters || !operations.includes(cancel.operation) || answer instanceof Error) return;
  if (readState(reading.work, answer, context.conventions).phase !== 'waiting') return;
  const { operation } = cancel;
  try {
    await sendOperation(client, operation, { request: createRequest(parameters), signal });
  } catch (error) {
    // Work that has ended meanwhile cannot be cancelled, and the client need not care.
    if (!isClientError(error) || isTransient(error)) throw toProtocolError(error, operation);
  }
}

function findReading({ taskId }: TaskRequest, { ids }: TaskContext): StartedWork {
  const reading = ids.decode(taskId);
  if (reading === undefined) throw unknownTask(taskId);
  return reading;
}

/** Reads the work of a task; returns the error of work that has ended without a resource. */
async function readWork(
  reading: StartedWork,
  { taskId, client, signal }: TaskRequest,
): Promise<ToolAnswer | Error> {
  try {
    return await readJob(client, reading, signal);
  } catch (error) {
    if (!isClientError(error) || isTransient(error)) throw toProtocolError(error, reading.work.reader);
    const { status }: { status?: unknown } = Object(error);
    if (status === 404) throw unknownTask(taskId);
    return error;
  }
}

function isTransient(error: Error): boolean {
  const { status }: { status?: unknown } = Object(error);
  return status === undefined || TRANSIENT.test(String(status));
}

function unknownTask(taskId: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Task ${taskId} not found.`);
}

function toProtocolError(error: unknown, operation: Operation): unknown {
  if (!isClientError(error)) return error;
  return new ProtocolError(ProtocolErrorCode.InternalError, describeFailure(error, operation));
}
