// Checks the arguments of a call by the schemas of the document, and sorts them into a request.
import { findValueSchema, isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { ExactSchemas } from '../schema/exact-schemas.ts';
import { type BodyArgument, type OperationTool, WAIT_ARGUMENT } from '../tools/operation-tool.ts';
import { type FileAccess, loadFiles } from './load-file.ts';
import type { ToolRequest } from './send-operation.ts';

/** A request, or what is wrong with the arguments. */
export type ReadArguments = { request: ToolRequest } | { findings: readonly string[] };

/** Lists the rules that arguments violate, one line each. */
function checkArguments(tool: OperationTool, args: JsonObject, schemas: ExactSchemas): string[] {
  const { parameters, body } = tool;
  const names = [...parameters.map(({ argument }) => argument), ...(body ? [body.argument] : [])];
  const unknown = Object.keys(args).filter(
    (name) => !names.includes(name) && !(tool.read && name === WAIT_ARGUMENT),
  );
  const allowed = names.length > 0 ? `known: ${names.join(', ')}` : 'the operation has no arguments';
  const schema = body?.media.schema;
  const members = schema && schemas.collectMembers(schema);
  const problems = unknown.map((name) =>
    body && members?.has(name)
      ? `${name}: belongs in ${body.argument}`
      : `${name}: unknown argument (${allowed})`,
  );
  for (const { argument, parameter } of parameters) {
    const valueSchema = findValueSchema(parameter);
    const value = args[argument];
    if (value !== undefined)
      problems.push(
        ...formatFinding(argument, valueSchema && schemas.explain(valueSchema, 'request', value)),
      );
    else if (parameter.required) problems.push(`${argument}: is required`);
  }
  if (body) problems.push(...checkBody(body, args[body.argument], schemas));
  return problems;
}

function checkBody(
  { argument, media, isRequired, isFile, fileMembers }: BodyArgument,
  value: JsonValue | undefined,
  schemas: ExactSchemas,
): string[] {
  if (value === undefined) return isRequired ? [`${argument}: is required`] : [];
  if (isFile) return typeof value === 'string' ? [] : [`${argument}: must be the path or URL of a file`];
  const found = media.schema && schemas.explain(media.schema, 'request', value);
  // The text is the name of a file, about which the rules of its content say nothing.
  const [first = ''] = found?.split(/[.:]/) ?? [];
  if (fileMembers.has(first) && isJsonObject(value) && value[first] !== undefined) return [];
  return formatFinding(argument, found);
}

function formatFinding(argument: string, found: string | undefined): string[] {
  if (found === undefined) return [];
  return [/^\S+: /.test(found) ? `${argument}.${found}` : `${argument}: ${found}`];
}

/** Checks arguments and creates the request of them; loads the files that they name. Throws FileNotLoadedError. */
export async function readArguments(
  tool: OperationTool,
  args: JsonObject,
  { schemas, files }: { schemas: ExactSchemas; files: FileAccess },
): Promise<ReadArguments> {
  const findings = checkArguments(tool, args, schemas);
  if (findings.length > 0) return { findings };
  const request: Record<'cookie' | 'header' | 'path' | 'query', Record<string, JsonValue>> = {
    cookie: {},
    header: {},
    path: {},
    query: {},
  };
  for (const { argument, parameter } of tool.parameters) {
    const value = args[argument];
    if (value !== undefined) request[parameter.location][parameter.name] = value;
  }
  const body = tool.body && args[tool.body.argument];
  if (tool.body === undefined || body === undefined) return { request };
  const contentType = tool.body.media.name;
  return { request: { ...request, body: await loadFiles(tool.body, body, files), contentType } };
}
