import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { Operation } from '@keyframe/openapi-model';
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { cancelTask, readTask, type TaskContext } from '../tasks/read-task.ts';

/** Extension for operations that take longer than a call (SEP-2663). */
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** The capability that servers and clients declare. */
export const TASKS_CAPABILITY = { extensions: { [TASKS_EXTENSION]: {} } };

/** Parts that the methods of tasks share. */
export interface TaskServices {
  context: TaskContext;
  /** The operations that are tools. */
  operations: readonly Operation[];
  /** Creates the client for the credential of a request, and removes that credential from results. */
  open: (request: ServerContext) => { client: DocumentClient; redact: <TValue>(value: TValue) => TValue };
}

const PARAMS = fromJsonSchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
});

/** Reports whether the client of a request accepts tasks in place of results. */
export function acceptsTasks({ mcpReq }: ServerContext): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities }: Record<string, unknown> = { ...mcpReq.envelope };
  const { extensions }: { extensions?: unknown } = Object(capabilities);
  return Object.hasOwn(Object(extensions), TASKS_EXTENSION);
}

/** Copies an error for the client, without its cause and without credentials. */
export function redactError(error: unknown, redact: (text: string) => string): Error {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof ProtocolError ? error.code : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, redact(message));
}

/** Serves the methods by which clients follow tasks. */
export function serveTasks(server: Server, { context, operations, open }: TaskServices): void {
  const serve = (
    method: string,
    handle: (request: Parameters<typeof readTask>[0]) => Promise<Record<string, unknown>>,
  ) =>
    server.setRequestHandler(method, { params: PARAMS }, async ({ taskId }, request) => {
      if (!acceptsTasks(request)) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: TASKS_CAPABILITY });
      }
      const { client, redact } = open(request);
      try {
        return redact(await handle({ taskId, client, signal: request.mcpReq.signal }));
      } catch (error) {
        throw redactError(error, redact);
      }
    });
  serve('tasks/get', async (request) => ({ ...(await readTask(request, context)) }));
  serve('tasks/cancel', async (request) => {
    await cancelTask(request, { ...context, operations });
    return {};
  });
  // No task of an operation asks for input.
  serve('tasks/update', async (request) => {
    await readTask(request, context);
    return {};
  });
}
