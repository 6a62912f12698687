// The tools that generators make of a document, and the arguments that they take for ours.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { getToolsFromOpenApi } from 'openapi-mcp-generator';
import type { OperationTool } from '../src/tools/operation-tool.ts';
import type { ToolSet } from '../src/tools/tool-set.ts';
import type { ListedTool } from './host-rules.ts';

const SCRIPT = join(import.meta.dirname, 'list-tools.py');
const LARGEST_OUTPUT = 256 * 1024 * 1024;
/** The longest time for a document. */
const TIMEOUT_MS = 600_000;

/** A tool and the operation that it calls, such as `get /tasks`. */
export interface GeneratedTool {
  tool: ListedTool;
  operation: string;
}

/** A generator of tools. */
export interface Generator {
  name: string;
  list: (tools: ToolSet, document: JsonObject) => Promise<GeneratedTool[]>;
  /** Writes the arguments of our tool for this one; undefined if it cannot take them. */
  convert: (tool: OperationTool, args: JsonObject) => JsonObject | undefined;
}

/** Names an operation in the same way for all generators. */
export function nameOperation(method: string, path: string): string {
  return `${method.toLowerCase()} ${path}`;
}

/** Makes our tools. */
export const OPENAPI_MCP: Generator = {
  name: 'openapi-mcp',
  list: async (tools) =>
    tools.tools.map((tool) => ({
      tool: tools.define(tool),
      operation: nameOperation(tool.operation.method, tool.operation.path),
    })),
  convert: (_, args) => args,
};

/** Names bodies `requestBody`. */
export const OPENAPI_MCP_GENERATOR: Generator = {
  name: 'openapi-mcp-generator 4.0.1',
  async list(_, document) {
    const found = await getToolsFromOpenApi(structuredClone(document) as never);
    return found.map(({ name, description, inputSchema, method, pathTemplate }) => ({
      // Schemas may be `true` there.
      tool: { name, description, inputSchema: Object(inputSchema) },
      operation: nameOperation(method, pathTemplate),
    }));
  },
  convert(tool, args) {
    const { parameters, body } = splitArguments(tool, args);
    return parameters && { ...parameters, ...(body === undefined ? {} : { requestBody: body }) };
  },
};

/** Makes the tools of fastmcp, whose arguments are those of the body, too. */
export function createFastmcp(python: string): Generator {
  return {
    name: 'fastmcp 4.1.2',
    list: async (_, document) => listFastmcpTools(python, document),
    convert(tool, args) {
      const { parameters, body = {} } = splitArguments(tool, args);
      if (parameters === undefined || !isJsonObject(body)) return undefined;
      const isClear = Object.keys(body).every((name) => !Object.hasOwn(parameters, name));
      return isClear ? { ...parameters, ...body } : undefined;
    },
  };
}

function listFastmcpTools(python: string, document: JsonObject): GeneratedTool[] {
  const folder = mkdtempSync(join(tmpdir(), 'fastmcp-'));
  try {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(document));
    const listed: (ListedTool & { method: string; path: string })[] = JSON.parse(
      execFileSync(python, [SCRIPT, file], {
        encoding: 'utf8',
        maxBuffer: LARGEST_OUTPUT,
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: TIMEOUT_MS,
      }),
    );
    return listed.map(({ method, path, ...tool }) => ({ tool, operation: nameOperation(method, path) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function splitArguments(
  { parameters, body }: OperationTool,
  args: JsonObject,
): { parameters?: JsonObject | undefined; body?: JsonObject[string] } {
  const names = parameters.map(({ parameter: { name } }) => name);
  if (new Set(names).size < names.length) return {};
  const given = parameters.flatMap(({ argument, parameter: { name } }) => {
    const value = args[argument];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { parameters: Object.fromEntries(given), body: body && args[body.argument] };
}
