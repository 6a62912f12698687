import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** A tool as hosts receive it. */
export interface ListedTool {
  name: string;
  inputSchema: object;
  outputSchema?: object | undefined;
}

/** More than this is a large part of the context of an agent. */
const LARGEST_TOOL = 24_000;

/** Names the first rule of hosts that a tool breaks; undefined for one that they accept. */
export function findHostProblem(tool: ListedTool): string | undefined {
  const { name, inputSchema, outputSchema = { type: 'object' } } = tool;
  const text = JSON.stringify(tool);
  if (!/^[\w-]{1,64}$/.test(name)) return 'name';
  if (text.includes('"$ref":"')) return '$ref';
  for (const schema of [inputSchema, outputSchema]) {
    if (!('type' in schema) || schema.type !== 'object') return 'no object at the root';
    if (['anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)) return 'alternatives at the root';
    if (!listMemberNames(schema).every((member) => /^[\w.-]{1,64}$/.test(member))) return 'name of a member';
  }
  if (!isCompiled(outputSchema)) return 'output schema that clients cannot compile';
  return text.length > LARGEST_TOOL ? 'size' : undefined;
}

function listMemberNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties }: { properties?: unknown } = { ...schema };
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...names, ...Object.values(schema).flatMap(listMemberNames)];
}

// Clients of the SDK 1.x compile all output schemas, and reject the list if one fails.
function isCompiled(schema: object): boolean {
  const ajv = new Ajv({ strict: false, validateFormats: true, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  try {
    ajv.compile(schema);
    return true;
  } catch {
    return false;
  }
}
