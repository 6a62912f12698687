// Three tools in place of many: a list of hundreds of tools would fill the context of an agent.
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import type { Tool } from '@modelcontextprotocol/server';

export const SEARCH = 'search_operations';
export const DESCRIBE = 'describe_operation';
export const CALL = 'call_operation';

const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, 'object' | 'string'>>>> = {
  [SEARCH]: { query: 'string' },
  [DESCRIBE]: { operation: 'string' },
  [CALL]: { operation: 'string', arguments: 'object' },
};

/** Lists the rules that the arguments of one of the three tools violate. */
export function explainArguments(name: string, args: JsonObject): string[] {
  const known = Object.entries(ARGUMENTS[name] ?? {});
  const names = known.map(([argument]) => argument);
  const unknown = Object.keys(args).filter((argument) => !names.includes(argument));
  return [
    ...unknown.map((argument) => `${argument}: unknown argument (known: ${names.join(', ')})`),
    ...known.flatMap(([argument, type]) => {
      const value = args[argument];
      if (value === undefined) return argument === 'arguments' ? [] : [`${argument}: is required`];
      const isValid = type === 'object' ? isJsonObject(value) : typeof value === type;
      const expected = type === 'object' ? 'an object' : 'a string';
      return isValid ? [] : [`${argument}: must be ${expected} (got ${JSON.stringify(value)})`];
    }),
  ];
}

/** Writes the definitions of the three tools. */
export function defineSearchTools(title: string, count: number): Tool[] {
  const operation = { type: 'string', description: 'The name of an operation, as the search returns it.' };
  return [
    {
      name: SEARCH,
      description: `Searches the ${count} operations of ${title} by words about what they do. Returns names, methods and summaries, best first.`,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'Words, such as "create an issue".' } },
        required: ['query'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: DESCRIBE,
      description:
        'Returns the arguments and the result of an operation as JSON Schema. Read it before the first call.',
      inputSchema: {
        type: 'object',
        properties: { operation },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: CALL,
      description: 'Calls an operation. Its arguments are those that describe_operation returns.',
      inputSchema: {
        type: 'object',
        properties: {
          operation,
          arguments: { type: 'object', description: 'The arguments of the operation.' },
        },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: { openWorldHint: true },
    },
  ];
}
