import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { Operation } from '@keyframe/openapi-model';
import type { JobReading } from '@keyframe/openapi-resources';
import { isClientError } from '@keyframe/openapi-runtime/client';
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { describeFailure } from '../call/describe-failure.ts';
import { createReading, readJob } from '../call/follow-job.ts';
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
    const task = describeTask(taskId, { data: undefined, headers: new Headers() }, context.states);
    const error = { code: ProtocolErrorCode.InternalError, message: describeFailure(answer, reading.reader) };
    return { ...task, status: 'failed', error };
  }
  const task = describeTask(taskId, { data: answer.data, headers: answer.response.headers }, context.states);
  if (task.status !== 'completed') return task;
  const [name = 'task'] = nameTools([reading.reader.id]);
  const tool = { name, output: undefined, operation: reading.reader, parameters: [] };
  return { ...task, result: await formatOutcome(tool, answer, context) };
}

/** Cancels the work of a task if the server has an operation for that, `POST` to `cancel` below the work. */
export async function cancelTask(
  request: TaskRequest,
  { operations, ...context }: TaskContext & { operations: readonly Operation[] },
): Promise<void> {
  const { client, signal } = request;
  const reading = findReading(request, context);
  const answer = await readWork(reading, request);
  const operation = operations.find(
    ({ method, path }) => method === 'post' && path === `${reading.reader.path}/cancel`,
  );
  if (operation === undefined || answer instanceof Error || !context.states.isPending(answer.data)) return;
  try {
    await sendOperation(client, operation, {
      request: createReading({ ...reading, reader: operation }),
      signal,
    });
  } catch (error) {
    // Work that has ended meanwhile cannot be cancelled, and the client need not care.
    if (!isClientError(error) || isTransient(error)) throw toProtocolError(error, operation);
  }
}

function findReading({ taskId }: TaskRequest, { ids }: TaskContext): JobReading {
  const reading = ids.decode(taskId);
  if (reading === undefined) throw unknownTask(taskId);
  return reading;
}

/** Reads the work of a task; returns the error of work that has ended without a resource. */
async function readWork(
  reading: JobReading,
  { taskId, client, signal }: TaskRequest,
): Promise<ToolAnswer | Error> {
  try {
    return await readJob(client, reading, signal);
  } catch (error) {
    if (!isClientError(error) || isTransient(error)) throw toProtocolError(error, reading.reader);
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
