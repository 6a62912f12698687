import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import { loadWords } from '@keyframe/openapi-codegen';
import {
  createRedactor,
  describeFailure,
  type OpenTools,
  type OperationTool,
  openTools,
} from '@keyframe/openapi-mcp';
import { formatOperation, readDocument } from '@keyframe/openapi-model';
import { suggestNames } from '@keyframe/openapi-model/names';
import { isClientError } from '@keyframe/openapi-runtime/client';
import type { Streams, Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readLoadOptions } from '../options/load-options.ts';
import { connectService, readKeys } from '../options/service-options.ts';
import type { CALL_OPTIONS } from './call-options.ts';

/** An operation of a document, and the client that calls it. */
export interface OpenOperation extends Pick<OpenTools, 'schemas' | 'tools'> {
  document: string;
  /** Words of a command that reads the document in the same way. */
  loadWords: readonly string[];
  /** The URL that replaces the server of the document. */
  server: string | undefined;
  tool: OperationTool;
  client: DocumentClient;
  streams: Streams;
  isJson: boolean;
  /** Prints a step: as JSON, or its text. */
  report(step: Readonly<Record<string, unknown>>, text: string): void;
}

/** Opens an operation by its operationId, or by its method and path. Throws UsageError if it does not exist. */
export async function openOperation(
  [document, name]: readonly [document: string, operation: string],
  values: Values<typeof CALL_OPTIONS>,
  { err: print, ...streams }: Streams,
): Promise<OpenOperation> {
  const load = readLoadOptions(values);
  const { model, skipped } = await readDocument(document, load);
  const { key, credentials } = readKeys(model, values['key-variable'], streams.env);
  const redact = createRedactor([key, ...Object.values(credentials)]);
  const err = (line: string) => print(redact.text(line));
  for (const operation of skipped) err(`skipped: ${operation}`);
  const { server: baseUrl, json: isJson } = values;
  const { schemas, tools, connect } = openTools(model, { baseUrl, credentials });
  const tool = findTool(tools.tools, name, document);
  const { client } = connectService(document, baseUrl, () => connect(key));
  const report = (step: object, text: string) => err(isJson ? JSON.stringify(step) : text);
  return {
    document,
    loadWords: loadWords(load),
    server: baseUrl,
    tool,
    tools,
    schemas,
    client,
    isJson,
    report,
    streams: { ...streams, err },
  };
}

/** Runs a call; the failure of a request is reported, with the exit status 1. */
export async function reportFailure(
  { tool, report, streams }: OpenOperation,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    streams.signal.throwIfAborted();
    if (!isClientError(error) || error.code === 'configuration_invalid') throw error;
    const message = describeFailure(error, tool.operation);
    report({ event: 'failure', message }, message);
    return 1;
  }
}

function findTool(tools: readonly OperationTool[], name: string, document: string): OperationTool {
  const tool = tools.find(({ operation }) => operation.id === name || formatOperation(operation) === name);
  if (tool) return tool;
  const names = [
    ...tools.map(({ operation }) => operation.id),
    ...tools.map(({ operation }) => formatOperation(operation)),
  ];
  throw new UsageError(`Operation ${name} not found in ${document}.${suggestNames(name, names)}`);
}
