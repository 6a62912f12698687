// Three tools in place of many: a list of hundreds of tools would fill the context of an agent.
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import type { Tool } from '@modelcontextprotocol/server';

export const SEARCH = 'search_operations';
export const DESCRIBE = 'describe_operation';
export const CALL = 'call_operation';

const OPERATION = { type: 'string', description: 'The name of an operation, as the search returns it.' };

const INPUTS = {
  [SEARCH]: createInput({ query: { type: 'string', description: 'Words, such as "create an issue".' } }),
  [DESCRIBE]: createInput({ operation: OPERATION }),
  [CALL]: createInput({
    operation: OPERATION,
    arguments: { type: 'object', description: 'The arguments of the operation.' },
  }),
};

/** Creates the schema of arguments, of which the first one is required. */
function createInput(properties: Record<string, { type: string; description: string }>) {
  const required = Object.keys(properties).slice(0, 1);
  return { type: 'object' as const, properties, required, additionalProperties: false };
}

/** Reports whether a name is one of the three tools. */
export function isSearchTool(name: string): name is keyof typeof INPUTS {
  return Object.hasOwn(INPUTS, name);
}

/** Lists the rules that the arguments of one of the three tools violate. */
export function explainArguments(name: keyof typeof INPUTS, args: JsonObject): string[] {
  const { properties, required } = INPUTS[name];
  const names = Object.keys(properties);
  const unknown = Object.keys(args).filter((argument) => !names.includes(argument));
  const problems = unknown.map((argument) => `${argument}: unknown argument (known: ${names.join(', ')})`);
  for (const [argument, { type }] of Object.entries(properties)) {
    const value = args[argument];
    const isValid = type === 'object' ? isJsonObject(value) : typeof value === type;
    const expected = type === 'object' ? 'an object' : 'a string';
    if (value !== undefined && !isValid)
      problems.push(`${argument}: must be ${expected} (got ${JSON.stringify(value)})`);
    if (value === undefined && required.includes(argument)) problems.push(`${argument}: is required`);
  }
  return problems;
}

/** Writes the definitions of the three tools. */
export function defineSearchTools(title: string, count: number): Tool[] {
  return [
    {
      name: SEARCH,
      description: `Searches the ${count} operations of ${title} by words about what they do. Returns names, methods and summaries, best first.`,
      inputSchema: INPUTS[SEARCH],
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: DESCRIBE,
      description:
        'Returns the arguments and the result of an operation as JSON Schema. Read it before the first call.',
      inputSchema: INPUTS[DESCRIBE],
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: CALL,
      description: 'Calls an operation. Its arguments are those that describe_operation returns.',
      inputSchema: INPUTS[CALL],
      annotations: { openWorldHint: true },
    },
  ];
}
