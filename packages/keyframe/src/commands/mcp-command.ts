import { existsSync, statSync } from 'node:fs';
import {
  createRedactor,
  createToolSchemas,
  createToolServer,
  DEFAULT_RESULT_TOKENS,
  listJointSchemes,
  nameVariable,
  serveHttp,
  serveStandardIo,
  ToolSet,
} from '@keyframe/openapi-mcp';
import { formatOperation, type OpenApiModel, readDocument } from '@keyframe/openapi-model';
import { CONVENTION_OPTIONS } from '@keyframe/openapi-resources/conventions';
import {
  defineCommand,
  JSON_OPTION,
  type OptionTable,
  type Streams,
  type Values,
} from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { readCount, readPort } from '../options/read-options.ts';
import { connectService, readKeys, SERVICE_OPTIONS, type ServiceKeys } from '../options/service-options.ts';

const FEWEST_TOKENS = 500;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const OPTIONS = {
  ...SERVICE_OPTIONS,
  'read-only': { description: 'omit operations that change something' },
  'allow-path': {
    value: '<folder>',
    description: 'let agents send files of this folder (repeatable)',
    isRepeatable: true,
  },
  'max-tokens': {
    value: '<number>',
    description: 'cut results that have more tokens, at four characters each',
    default: String(DEFAULT_RESULT_TOKENS),
    read: readCount({ least: FEWEST_TOKENS }),
  },
  downloads: { value: '<folder>', description: 'write files of results to this folder' },
  http: { description: 'serve streamable HTTP at /mcp instead of standard input and output' },
  port: {
    value: '<port>',
    description: 'listen on this port; 0 takes a free one',
    default: '4020',
    read: readPort,
  },
  host: { value: '<host>', description: 'listen on this address', default: '127.0.0.1' },
  'allow-host': {
    value: '<name>',
    description:
      'accept HTTP requests for this host, not only for this machine, each with a key of its own (repeatable)',
    isRepeatable: true,
  },
  list: { description: 'print the tools and exit' },
  ...JSON_OPTION,
  ...CONVENTION_OPTIONS,
  ...LOAD_OPTIONS,
} as const satisfies OptionTable;

/** Serves the operations of a document as tools of agents. */
export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'serve the operations of a document as tools of agents',
  description:
    'Serves the operations of an OpenAPI document over the Model Context Protocol: on standard input and output, or over HTTP. A document with more than 40 operations has three tools: search_operations, describe_operation and call_operation.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: OPTIONS,
  async run({ values, positionals: [document] }, streams) {
    requireFolders(values);
    values['allow-host'].forEach(requireHostName);
    const { model, skipped } = await readDocument(document, readLoadOptions(values));
    for (const operation of skipped) streams.err(`skipped: ${operation}`);
    const { conventions, port } = values;
    if (values.list) {
      listTools(
        new ToolSet(createToolSchemas(model).model, { isReadOnly: values['read-only'], conventions }),
        values.json,
        streams,
      );
      return 0;
    }
    const { key, credentials } = readKeys(model, values['key-variable'], streams.env);
    const redact = createRedactor([key, ...Object.values(credentials)]);
    const log = (line: string) => streams.err(redact.text(line));
    // Another machine must bring its own key, also one behind a proxy that passes its requests on.
    const isShared = values.http && (!LOOPBACK.includes(values.host) || values['allow-host'].length > 0);
    for (const line of reportKeys(model, { key, credentials, isShared, values })) log(line);
    const { server: baseUrl } = values;
    const options = {
      baseUrl,
      ...(isShared ? {} : { credential: key, credentials }),
      isReadOnly: values['read-only'],
      conventions,
      allowedPaths: values['allow-path'],
      mostTokens: values['max-tokens'],
      ...(values.downloads === undefined ? {} : { downloads: values.downloads }),
    };
    const factory = connectService(document, baseUrl, () => createToolServer(model, options));
    if (values.http) await runHttp(factory, { port, values, streams: { ...streams, err: log } });
    else await serveStandardIo(factory, { signal: streams.signal, log });
    return 0;
  },
});

function reportKeys(
  model: OpenApiModel,
  { key, credentials, isShared, values }: ServiceKeys & { isShared: boolean; values: Values<typeof OPTIONS> },
): string[] {
  const { 'key-variable': variable, http } = values;
  const { securitySchemes } = model;
  const hasKey = key !== undefined || Object.keys(credentials).length > 0;
  if (isShared && hasKey)
    return [`${variable} is not used, since other machines may call: requests bring their own key.`];
  // Over HTTP, requests can bring a key.
  if (!hasKey && !http && securitySchemes.size > 0)
    return [`${variable} is not set: requests are sent without a key.`];
  if (key !== undefined && securitySchemes.size === 0)
    return [`${variable} is not used: the document defines no security scheme. Add one with --overlay.`];
  const joint = listJointSchemes(model).filter((name) => !Object.hasOwn(credentials, name));
  if (!hasKey || joint.length === 0) return [];
  const names = joint.map((name) => nameVariable(variable, name)).join(' and ');
  return [`Some operations require several keys at once: set ${names}.`];
}

function requireFolders({ 'allow-path': allowed, downloads }: Values<typeof OPTIONS>): void {
  for (const folder of allowed) requireFolder('allow-path', folder);
  // It is created when the first file is written.
  if (downloads !== undefined && existsSync(downloads)) requireFolder('downloads', downloads);
}

function requireFolder(option: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`--${option} must be a folder (got "${path}").`);
}

function requireHostName(text: string): void {
  const url = `http://${text}`;
  if (URL.canParse(url) && new URL(url).hostname === text.toLowerCase()) return;
  throw new UsageError(`--allow-host must be the name of a host, without a port (got "${text}").`);
}

function listTools(tools: ToolSet, isJson: boolean, { out }: Streams): void {
  const definitions = tools.tools.map((tool) => tools.define(tool));
  if (isJson) out(JSON.stringify({ tools: definitions }));
  else
    for (const [index, { name, title = '' }] of definitions.entries()) {
      const work = tools.tools[index]?.job;
      const wait = work ? `  (waits by ${formatOperation(work.reader)})` : '';
      out(`${name}  ${title}`.trimEnd() + wait);
    }
}

async function runHttp(
  factory: Parameters<typeof serveHttp>[0],
  { port, values, streams }: { port: number; values: Values<typeof OPTIONS>; streams: Streams },
): Promise<void> {
  const { out, err, signal } = streams;
  const allowedHosts = values['allow-host'];
  const { host } = values;
  const served = await serveHttp(factory, { port, host, allowedHosts, log: err });
  out(values.json ? JSON.stringify({ url: served.url }) : `Tools: ${served.url}`);
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await served.stop();
}
