// Arguments of a command line: texts, which the schemas of the document convert.
import {
  findValueSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
} from '@keyframe/openapi-model';
import type { ExactSchemas } from '../schema/exact-schemas.ts';
import type { OperationTool } from '../tools/operation-tool.ts';

/**
 * Converts texts by name to the arguments of a tool. A text that the schema of its argument rejects is read as JSON; a name of a
 * member of the body sets that member.
 */
export function readTexts(
  { parameters, body }: Pick<OperationTool, 'body' | 'parameters'>,
  texts: Readonly<Record<string, string>>,
  schemas: ExactSchemas,
): JsonObject {
  const known = new Map(
    parameters.map(({ argument, parameter }) => [argument, findValueSchema(parameter)] as const),
  );
  if (body) known.set(body.argument, body.isFile ? undefined : body.media.schema);
  const members = listMembers(body, schemas);
  const args: JsonObject = {};
  const content: JsonObject = {};
  for (const [name, text] of Object.entries(texts)) {
    if (known.has(name)) args[name] = convert(text, known.get(name), schemas);
    else if (members.has(name)) content[name] = convert(text, members.get(name), schemas);
    else args[name] = text;
  }
  if (body === undefined || Object.keys(content).length === 0) return args;
  return { ...args, [body.argument]: { ...Object(args[body.argument]), ...content } };
}

/** Lists the members of a body with their schemas, which files do not have: a text names them. */
function listMembers(body: OperationTool['body'], schemas: ExactSchemas) {
  const members = new Map<string, LocatedSchema | undefined>();
  if (body?.media.schema === undefined) return members;
  for (const [name, [schema]] of schemas.collectMembers(body.media.schema))
    members.set(name, body.fileMembers.has(name) ? undefined : schema?.origin);
  return members;
}

function convert(text: string, schema: LocatedSchema | undefined, schemas: ExactSchemas): JsonValue {
  if (schema && schemas.explain(schema, 'request', text) === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
