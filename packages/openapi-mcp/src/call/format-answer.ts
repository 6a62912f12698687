// Responses as results of tools: JSON as text and as structured content, images and sounds inline, other bytes as files.
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { readWork, type Work } from '@keyframe/openapi-resources';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExactSchemas } from '../schema/exact-schemas.ts';
import { LONGEST_WAIT_SECONDS, type OperationTool } from '../tools/operation-tool.ts';
import { collectItems } from './collect-items.ts';
import { cutValue, describeContinuation, type ResultLimits } from './cut-result.ts';
import type { ResultFiles } from './result-files.ts';
import { ResultTooLargeError } from './result-too-large-error.ts';
import { readStart } from './save-stream.ts';

const LARGEST_INLINE = 1_000_000;

/** A response as the client read it. */
export interface ToolAnswer {
  status: number;
  contentType: string | undefined;
  data: unknown;
  response: Response;
}

/** Context for the format of results. */
export interface FormatContext extends ResultLimits {
  schemas: ExactSchemas;
  clock: Clock;
  resultFiles: ResultFiles;
}

type Formatted = Pick<OperationTool, 'body' | 'name' | 'operation' | 'output' | 'parameters'>;

/** Formats the end of accepted work: work that has failed or was cancelled is an error. */
export async function formatOutcome(
  { tool, work }: { tool: Formatted; work: Work },
  answer: ToolAnswer,
  context: FormatContext,
): Promise<CallToolResult> {
  const result = await formatAnswer(tool, answer, context);
  const response = { status: answer.status, body: answer.data };
  const { phase } = readWork(work, { response }, context.conventions);
  return phase === 'failure' || phase === 'cancelled' ? { ...result, isError: true } : result;
}

/** Formats the response of a successful call. */
export async function formatAnswer(
  tool: Formatted,
  answer: ToolAnswer,
  context: FormatContext,
): Promise<CallToolResult> {
  const { data, status, response } = answer;
  if (data instanceof ReadableStream) return formatBytes(tool, answer, context);
  if (isAsyncIterable(data)) return formatItems(data, context);
  if (data === undefined || data === '') return textResult(`Status ${status}, without a body.`);
  if (typeof data === 'string') {
    const isRedirect = status >= 300 && status < 400;
    return isRedirect ? linkResult(data, `${tool.name} result`) : formatText(data, tool, context);
  }
  const value = data as JsonValue;
  const found = tool.output && context.schemas.explain(tool.output.schema, 'response', value);
  if (found !== undefined) {
    // The client would reject the result as a whole.
    return {
      ...textResult(
        `The service answered with status ${response.status}, so the call was applied, but the body does not match its documented schema (${found}): ${JSON.stringify(cutValue(value, context.mostCharacters).value)}`,
      ),
      isError: true,
    };
  }
  return formatValue(value, tool, context);
}

// JSON is text and structured content. Of a large result, one of them is enough: clients of these revisions read both.
function formatValue(whole: JsonValue, tool: Formatted, context: FormatContext): CallToolResult {
  const { mostCharacters } = context;
  const { value, notes } = cutValue(whole, mostCharacters);
  const text = JSON.stringify(value);
  const structured = tool.output?.isWrapped ? { result: value } : value;
  const structuredContent = isJsonObject(structured) ? structured : undefined;
  if (notes.length === 0 && 2 * text.length <= mostCharacters)
    return { ...textResult(text), ...(structuredContent && { structuredContent }) };
  const isStructured =
    structuredContent !== undefined &&
    (!tool.output || context.schemas.explain(tool.output.schema, 'response', value) === undefined);
  const notice = notes.length > 0 ? describeCut(notes, tool, context) : undefined;
  if (isStructured)
    return { ...textResult(notice ?? 'The result is the structured content.'), structuredContent };
  const content = [...textResult(text).content, ...(notice ? textResult(notice).content : [])];
  // A client would reject a result without the content that the tool declares.
  return { content, ...(tool.output && { isError: true }) };
}

function formatText(text: string, tool: Formatted, context: FormatContext): CallToolResult {
  const { mostCharacters } = context;
  if (text.length <= mostCharacters) return textResult(text);
  const notes = [`the text has the first ${mostCharacters} of ${text.length} characters`];
  const notice = describeCut(notes, tool, context);
  return {
    content: [...textResult(text.slice(0, mostCharacters)).content, ...textResult(notice).content],
  };
}

function describeCut(notes: readonly string[], tool: Formatted, limits: ResultLimits): string {
  return `The result was cut: ${notes.join('; ')}. ${describeContinuation(tool, limits)}`;
}

/** Creates a result that is a text. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

function linkResult(
  uri: string,
  name: string,
  details: { mimeType?: string; size?: number } = {},
): CallToolResult {
  return {
    content: [
      { type: 'text', text: `The result is at ${uri}` },
      { type: 'resource_link', uri, name, ...details },
    ],
  };
}

function isAsyncIterable(data: unknown): data is AsyncIterable<unknown> {
  return Symbol.asyncIterator in Object(data);
}

/** Formats the items of a stream, such as events, one line each. */
async function formatItems(
  stream: AsyncIterable<unknown>,
  { clock, mostCharacters: bytes }: FormatContext,
): Promise<CallToolResult> {
  const limits = { clock, ms: LONGEST_WAIT_SECONDS * 1000, bytes };
  const { items, isComplete } = await collectItems(stream, limits);
  const text = items.join('\n');
  if (isComplete) return textResult(text === '' ? 'The stream has ended, without an item.' : text);
  const notice = `The stream goes on after these items: a result has those of ${LONGEST_WAIT_SECONDS} s and ${bytes} bytes at most.`;
  return { content: [{ type: 'text', text }, ...textResult(notice).content] };
}

async function formatBytes(
  { name: tool }: Formatted,
  { response, data }: ToolAnswer,
  { resultFiles }: FormatContext,
): Promise<CallToolResult> {
  const type = (response.headers.get('content-type') ?? 'application/octet-stream').split(';', 1)[0] ?? '';
  const start = await readStart(data as ReadableStream, LARGEST_INLINE);
  const [kind, subtype = 'bin'] = type.split('/');
  if ((kind === 'image' || kind === 'audio') && 'whole' in start) {
    return { content: [{ type: kind, data: start.whole.toString('base64'), mimeType: type }] };
  }
  const extension = subtype.replace(/^.*[+.]/, '').replaceAll(/\W/g, '') || 'bin';
  const name = `${tool}-${crypto.randomUUID()}.${extension === 'octetstream' ? 'bin' : extension}`;
  try {
    const { path, size } = await resultFiles.save({ name, status: response.status, start });
    return linkResult(pathToFileURL(path).href, `${tool} result`, { mimeType: type, size });
  } catch (error) {
    if (!(error instanceof ResultTooLargeError)) throw error;
    return { ...textResult(error.message), isError: true };
  }
}
