// One operation as a tool: its arguments, and the definition that hosts receive.

import {
  appendPointer,
  findValueSchema,
  formatOperation,
  isJsonObject,
  type JsonObject,
  type LocatedSchema,
  type MediaType,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { type DocumentReader, findIdempotencyKey, type Work } from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { Tool } from '@modelcontextprotocol/server';
import { compact } from '../json.ts';
import { createHostSchema, type HostSchemaOptions, shorten } from '../schema/host-schema.ts';
import { findFileMembers, isFileBody } from './file-members.ts';

/** A parameter and the argument that sets it. */
export interface ParameterArgument {
  argument: string;
  parameter: Parameter;
}

/** A request body and the argument that sets it. */
export interface BodyArgument {
  argument: string;
  media: MediaType;
  isRequired: boolean;
  /** Whether the body itself is a file. */
  isFile: boolean;
  /** Members whose content is a file. */
  fileMembers: ReadonlySet<string>;
}

/** An operation as a tool. */
export interface OperationTool {
  name: string;
  operation: Operation;
  parameters: readonly ParameterArgument[];
  body: BodyArgument | undefined;
  /** The work that the operation starts. */
  job: Work | undefined;
  /** The work that the operation reads, so that it can wait for its end. */
  read: Work | undefined;
  /** The idempotency key by which a repeated call is recognized; the client creates it. */
  key: Parameter | undefined;
  /** The one JSON schema of its successes, and whether it is wrapped as `result`. */
  output: { schema: LocatedSchema; isWrapped: boolean } | undefined;
}

const LONGEST_TOOL_DESCRIPTION = 1024;
const LARGEST_TOOL = 24_000;
const DEPTHS = [10, 5, 3, 2, 1];

/** The argument that makes a tool wait for the end of accepted work. */
export const WAIT_ARGUMENT = 'waitSeconds';
export const LONGEST_WAIT_SECONDS = 50;

const FILE_RULE = 'A file: its path, an https URL, or a data: URL.';

/** Reports whether an operation only reads. */
export function isRead({ method }: Operation): boolean {
  return method === 'get' || method === 'head';
}

/** Plans the tool of an operation. */
export function planTool(
  operation: Operation,
  { name, job, read }: Pick<OperationTool, 'job' | 'name' | 'read'>,
  reader: DocumentReader,
): OperationTool {
  const key = findIdempotencyKey(operation, reader.conventions);
  const parameters = nameArguments(operation.parameters.filter((parameter) => parameter !== key));
  const taken = new Set(parameters.map(({ argument }) => argument));
  return {
    name,
    operation,
    parameters,
    body: planBody(operation, taken.has('body') ? 'requestBody' : 'body', reader),
    job,
    read,
    key,
    output: job || read ? undefined : planOutput(operation, reader),
  };
}

function nameArguments(parameters: readonly Parameter[]): ParameterArgument[] {
  const taken = new Set([WAIT_ARGUMENT]);
  return parameters.map((parameter) => {
    const base = parameter.name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 50) || 'parameter';
    let argument = base;
    if (taken.has(argument)) argument = `${base}_${parameter.location}`;
    for (let count = 2; taken.has(argument); count += 1) argument = `${base}_${count}`;
    taken.add(argument);
    return { argument, parameter };
  });
}

function planBody(
  { requestBody }: Operation,
  argument: string,
  reader: DocumentReader,
): BodyArgument | undefined {
  const { content = [], required: isRequired = false } = requestBody ?? {};
  const media =
    content.find(({ name }) => isJson(name)) ??
    content.find(({ name }) => name.toLowerCase().startsWith('multipart/')) ??
    content[0];
  if (media === undefined) return undefined;
  const isFile = isFileBody(media);
  const { schema } = media;
  const form = schema && reader.node({ schema, direction: 'request' });
  return {
    argument,
    media,
    isRequired,
    isFile,
    fileMembers: isFile ? new Set() : findFileMembers(media, form),
  };
}

function planOutput({ responses }: Operation, reader: DocumentReader): OperationTool['output'] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const contents = successes.flatMap(({ content }) => content);
  const [only] = contents;
  if (contents.length !== 1 || successes.length !== 1) return undefined;
  if (only?.schema === undefined || !isJson(only.name)) return undefined;
  const converted = convert(only.schema, { reader, direction: 'response', depth: 1 });
  return { schema: only.schema, isWrapped: !isPlainObject(converted) };
}

// Hosts reject alternatives at the root.
function isPlainObject({ type, anyOf, allOf }: JsonObject): boolean {
  return type === 'object' && anyOf === undefined && allOf === undefined;
}

/** Creates the definition that hosts receive, small enough for them. */
export function defineTool(tool: OperationTool, reader: DocumentReader): Tool {
  for (const depth of DEPTHS) {
    // The schemas inside of schemas of a large document would have megabytes.
    const budget = { left: LARGEST_TOOL };
    const definition = createDefinition(tool, { reader, depth, budget });
    if (budget.left >= 0 && JSON.stringify(definition).length <= LARGEST_TOOL) return definition;
  }
  // A list of hundreds of arguments cannot be made smaller: the largest part is the optional one.
  const { outputSchema: _output, ...small } = createDefinition(tool, { reader, depth: 1 });
  return small;
}

interface Conversion extends HostSchemaOptions {
  reader: DocumentReader;
}

type Extent = Omit<Conversion, 'direction'>;

function convert(schema: LocatedSchema, { reader, ...options }: Conversion): JsonObject {
  return createHostSchema(reader.node({ schema, direction: options.direction }), options);
}

function createDefinition(tool: OperationTool, extent: Extent): Tool {
  const { name, operation, output } = tool;
  const { summary, method } = operation;
  const isReadOnly = isRead(operation);
  const outputSchema = output && createOutputSchema(output, extent);
  return {
    name,
    ...(summary === undefined ? {} : { title: shorten(summary, 100) }),
    description: describeTool(tool),
    inputSchema: createInputSchema(tool, extent) as Tool['inputSchema'],
    ...(outputSchema && { outputSchema: outputSchema as NonNullable<Tool['outputSchema']> }),
    annotations: {
      ...(summary === undefined ? {} : { title: shorten(summary, 100) }),
      readOnlyHint: isReadOnly,
      destructiveHint: method === 'delete',
      idempotentHint: isReadOnly || method === 'put' || method === 'delete' || tool.key !== undefined,
      openWorldHint: true,
    },
  };
}

function describeTool({ operation, job, read }: OperationTool): string {
  const { summary, description, method, path, deprecated } = operation;
  const ends = [
    `${method.toUpperCase()} ${path}.`,
    ...(deprecated ? ['Deprecated.'] : []),
    ...(job ? [describeWait(job)] : []),
    ...(read ? [`Set ${WAIT_ARGUMENT} to wait until the work has ended.`] : []),
  ].join(' ');
  const texts = [...new Set([summary, description])].filter((text) => text !== undefined);
  const text = texts.map(endSentence).join(' ');
  return `${shorten(text, LONGEST_TOOL_DESCRIPTION - ends.length - 1)} ${ends}`.trim();
}

function describeWait({ certainty, reader }: Work): string {
  const once = 'Never repeat the call while work is in progress.';
  // A call that waits for what is no work would never end.
  return certainty === 'certain'
    ? `Waits up to ${LONGEST_WAIT_SECONDS} s for the result. ${once}`
    : `Starts work that ${formatOperation(reader)} reads. ${once}`;
}

function endSentence(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text;
}

function createInputSchema(tool: OperationTool, extent: Extent): JsonObject {
  const { parameters, body, read } = tool;
  const options = { ...extent, direction: 'request' as const };
  const entries = parameters.map(({ argument, parameter }) => {
    const schema = findValueSchema(parameter);
    const { description } = parameter;
    const converted = schema === undefined ? {} : convert(schema, options);
    return [
      argument,
      { ...converted, ...compact({ description: description && shorten(description) }) },
    ] as const;
  });
  const required = [
    ...parameters.filter(({ parameter }) => parameter.required).map(({ argument }) => argument),
    ...(body?.isRequired ? [body.argument] : []),
  ];
  const wait = { type: 'integer', minimum: 0, maximum: LONGEST_WAIT_SECONDS };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(entries),
      ...(body ? { [body.argument]: createBodySchema(body, options, tool.operation) } : {}),
      ...(read
        ? { [WAIT_ARGUMENT]: { ...wait, description: 'Seconds to wait for the end of the work.' } }
        : {}),
    },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function createBodySchema(
  { media, isFile, fileMembers }: BodyArgument,
  options: Conversion,
  { requestBody }: Operation,
): JsonObject {
  if (isFile) return { type: 'string', description: `${FILE_RULE} It is sent as ${media.name}.` };
  const located = media.schema ?? { schema: true, pointer: appendPointer(media.pointer, 'schema') };
  const converted = convert(located, options);
  const description = converted.description ?? (requestBody?.description && shorten(requestBody.description));
  if (fileMembers.size === 0) return compact({ ...converted, description });
  const properties = isJsonObject(converted.properties) ? converted.properties : {};
  const files = [...fileMembers].map((name) => {
    const member = properties[name];
    const isList = isJsonObject(member) && member.type === 'array';
    const text =
      isJsonObject(member) && typeof member.description === 'string' ? `${member.description} ` : '';
    const file = { type: 'string', description: text + FILE_RULE };
    return [name, isList ? { type: 'array', items: file } : file] as const;
  });
  return compact({
    ...converted,
    type: 'object',
    description,
    properties: { ...properties, ...Object.fromEntries(files) },
  });
}

function createOutputSchema(
  { schema, isWrapped }: NonNullable<OperationTool['output']>,
  extent: Extent,
): JsonObject {
  const converted = convert(schema, { ...extent, direction: 'response' });
  return isWrapped ? { type: 'object', properties: { result: converted }, required: ['result'] } : converted;
}
