import { isJsonObject, type JsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { type CallContext, callTool, refuseArguments, type ToolOutcome } from '../call/call-tool.ts';
import { DEFAULT_RESULT_TOKENS, TOKEN_CHARACTERS } from '../call/cut-result.ts';
import { createDownloads } from '../call/download-folder.ts';
import { textResult } from '../call/format-answer.ts';
import { createRedactor } from '../call/redact.ts';
import { ResultFiles } from '../call/result-files.ts';
import { TaskIds } from '../tasks/task-ids.ts';
import { OperationSearch } from '../tools/operation-search.ts';
import type { OperationTool } from '../tools/operation-tool.ts';
import {
  CALL,
  DESCRIBE,
  defineSearchTools,
  explainArguments,
  isSearchTool,
  SEARCH,
} from '../tools/search-tools.ts';
import { listMissingSchemes, readAuthorization } from './credentials.ts';
import { type Connection, openTools, type ToolOptions } from './open-tools.ts';
import { acceptsTasks, redactError, serveTasks, TASKS_CAPABILITY, type TaskServices } from './serve-tasks.ts';

const MOST_TOOLS = 40;
const INVALID_PARAMS = -32_602;

/** Settings of a server. */
export interface ToolServerOptions extends ToolOptions {
  /** The key or token of the service; requests with their own `Authorization` use that instead. */
  credential?: string | undefined;
  /** Tokens that a result may have, at four characters each; 25,000 by default. */
  mostTokens?: number;
  /** Folders of files that may be sent; none by default. */
  allowedPaths?: readonly string[];
  /** The folder for files of results; by default a temporary one that only this user can enter, until the process ends. */
  downloads?: string;
}

/**
 * Creates the factory of servers whose tools are the operations of a document, for the revisions 2026-07-28 and 2025-11-25 of the
 * protocol. A document with more than 40 operations has three tools that search, describe and call them. Throws an error with the
 * code `configuration_invalid` if the base URL is not an http or https URL without credentials, query or fragment.
 */
export function createToolServer(source: OpenApiModel, options: ToolServerOptions = {}): McpServerFactory {
  const shared = createShared(source, options);
  return ({ era }) => {
    const { title, version } = readInfo(source.document);
    const hasTasks = era === 'modern';
    const server = new Server(
      { name: title, version },
      {
        capabilities: { tools: {}, ...(hasTasks && TASKS_CAPABILITY) },
        instructions: writeInstructions(title, shared.context.isSearched),
      },
    );
    if (hasTasks) serveTasks(server, createTaskServices(shared));
    server.setRequestHandler('tools/list', () => ({ tools: shared.definitions }));
    server.setRequestHandler('tools/call', async ({ params }, request) => {
      const args = isJsonObject(params.arguments) ? params.arguments : {};
      return answerCall(params.name, args, { shared, request });
    });
    return server;
  };
}

interface Shared {
  context: CallContext;
  definitions: Tool[];
  search: OperationSearch | undefined;
  /** Creates the client for a shared credential. */
  connect: (credential: string | undefined) => Connection;
  credential: string | undefined;
  credentials: Readonly<Record<string, string>>;
}

function createShared(source: OpenApiModel, options: ToolServerOptions): Shared {
  const { clock = SYSTEM_CLOCK, credential, credentials = {}, allowedPaths = [], conventions } = options;
  const { schemas, tools, connect } = openTools(source, options);
  const isSearched = tools.tools.length > MOST_TOOLS;
  const shared = connect(credential);
  return {
    context: {
      schemas,
      tools,
      isSearched,
      clock,
      ids: new TaskIds(tools.works),
      resultFiles: new ResultFiles(createDownloads(options.downloads)),
      conventions: new Conventions(conventions),
      files: { allowedPaths },
      mostCharacters: (options.mostTokens ?? DEFAULT_RESULT_TOKENS) * TOKEN_CHARACTERS,
    },
    definitions: isSearched
      ? defineSearchTools(readInfo(schemas.model.document).title, tools.tools.length)
      : tools.tools.map((tool) => tools.define(tool)),
    search: isSearched ? new OperationSearch(tools) : undefined,
    connect: (key) => (key === credential ? shared : connect(key)),
    credential,
    credentials,
  };
}

function readInfo({ info }: JsonObject): { title: string; version: string } {
  const { title = 'API', version = '0' } = isJsonObject(info) ? info : {};
  return { title: String(title), version: String(version) };
}

function writeInstructions(title: string, isSearched: boolean): string {
  const how = isSearched
    ? `Find operations with ${SEARCH}, read them with ${DESCRIBE}, call them with ${CALL}. `
    : '';
  return `The operations of ${title} as tools. ${how}Arguments are checked before a call; an error names each argument that is wrong.`;
}

function createTaskServices(shared: Shared): TaskServices {
  const { context } = shared;
  const operations = context.tools.tools.map(({ operation }) => operation);
  return { context, operations, open: (request) => openClient(shared, request) };
}

interface Opened extends Connection {
  redact: <TValue>(value: TValue) => TValue;
}

function openClient({ connect, credential: fallback, credentials }: Shared, { http }: ServerContext): Opened {
  const credential = readAuthorization(http?.req?.headers) ?? fallback;
  const { value: redact } = createRedactor([credential, fallback, ...Object.values(credentials)]);
  return { ...connect(credential), redact };
}

interface Answering extends Connection {
  shared: Shared;
  request: ServerContext;
}

async function answerCall(
  name: string,
  args: JsonObject,
  { shared, request }: Omit<Answering, keyof Connection>,
): Promise<ToolOutcome> {
  const { redact, ...connection } = openClient(shared, request);
  try {
    return redact(await runCall(name, args, { shared, request, ...connection }));
  } catch (error) {
    request.mcpReq.signal.throwIfAborted();
    throw redactError(error, redact);
  }
}

async function runCall(name: string, args: JsonObject, answering: Answering): Promise<ToolOutcome> {
  const { search, context } = answering.shared;
  if (search) return runSearched(name, args, { ...answering, search });
  const tool = context.tools.find(name);
  if (tool === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown tool ${name}.`);
  return callOperation(tool, args, answering);
}

async function runSearched(
  name: string,
  args: JsonObject,
  { search, ...answering }: Answering & { search: OperationSearch },
): Promise<ToolOutcome> {
  const { tools } = answering.shared.context;
  if (!isSearchTool(name)) throw new ProtocolError(INVALID_PARAMS, `Unknown tool ${name}.`);
  const findings = explainArguments(name, args);
  if (findings.length > 0) return refuseArguments(name, findings);
  if (name === SEARCH) return jsonResult({ operations: search.find(String(args.query)) });
  const operation = String(args.operation);
  const tool = tools.find(operation);
  if (tool === undefined) {
    const close = search.find(operation).slice(0, 3);
    const hint =
      close.length > 0 ? ` Did you mean ${close.map((candidate) => candidate.name).join(' or ')}?` : '';
    return { ...textResult(`Operation ${operation} not found.${hint}`), isError: true };
  }
  if (name === DESCRIBE) return jsonResult({ ...tools.define(tool) });
  return callOperation(tool, isJsonObject(args.arguments) ? args.arguments : {}, answering);
}

async function callOperation(
  tool: OperationTool,
  args: JsonObject,
  { shared, request, client, auth }: Answering,
): Promise<ToolOutcome> {
  // Without any key, the service decides.
  const hasKey = Object.keys(auth).length > 0 || shared.credential !== undefined;
  const schemes = hasKey ? listMissingSchemes(tool.operation, shared.context.schemas.model, auth) : [];
  if (schemes.length > 0) {
    const text = `${tool.name} was not called: it requires several keys, and those of ${schemes.join(' and ')} are not set.`;
    return { ...textResult(text), isError: true };
  }
  const onProgress = (progress: Parameters<typeof notify>[1]) => notify(request, progress);
  const { signal } = request.mcpReq;
  const acceptsTask = acceptsTasks(request);
  return callTool({ tool, args, client, signal, onProgress, acceptsTask }, shared.context);
}

function jsonResult(value: Record<string, unknown>): CallToolResult {
  return { ...textResult(JSON.stringify(value)), structuredContent: value };
}

async function notify(
  { mcpReq }: ServerContext,
  { seconds, message }: { seconds: number; message: string },
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress: seconds, message },
  });
}
