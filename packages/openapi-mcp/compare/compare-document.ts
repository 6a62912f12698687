// The tools that a generator makes of a document: which of them hosts accept, and what their schemas decide.

import type { JsonObject } from '@keyframe/openapi-model';
import { readArguments } from '../src/call/read-arguments.ts';
import type { ExactSchemas } from '../src/schema/exact-schemas.ts';
import type { OperationTool } from '../src/tools/operation-tool.ts';
import type { ToolSet } from '../src/tools/tool-set.ts';
import { type ArgumentSet, ArgumentSets } from './argument-sets.ts';
import { createAjv } from './document-oracle.ts';
import { type GeneratedTool, type Generator, nameOperation, OPENAPI_MCP } from './generators.ts';
import { findHostProblem } from './host-rules.ts';

/** A usual estimate. */
const CHARACTERS_PER_TOKEN = 4;

/** Figures of a generator. */
export interface Figures {
  tools: number;
  /** The rules that tools break, one for each such tool. */
  problems: string[];
  tokens: number;
  decisions: number;
  /** Decisions that differ from Ajv's. */
  wrong: number;
}

/** Our tool with argument sets. */
export interface CheckedTool {
  tool: OperationTool;
  sets: readonly ArgumentSet[];
}

/** Creates argument sets for the tools of a document, `count` in all. */
export function createSets(tools: ToolSet, count: number): CheckedTool[] {
  const source = new ArgumentSets(tools);
  const each = Math.ceil(count / Math.max(tools.tools.length, 1));
  return tools.tools.flatMap((tool) => {
    const sets = source.create(tool, each);
    return sets === undefined ? [] : [{ tool, sets }];
  });
}

/** A document, and our tools of it. */
export interface Subject {
  document: JsonObject;
  schemas: ExactSchemas;
  tools: ToolSet;
  checked: readonly CheckedTool[];
}

/** Measures a generator on a document. */
export async function measureGenerator(
  generator: Generator,
  { tools, schemas, checked, document }: Subject,
): Promise<Figures> {
  const generated = await generator.list(tools, document);
  const byOperation = new Map(generated.map((one) => [one.operation, one] as const));
  const decisions = await Promise.all(
    checked.map(async ({ tool, sets }) => {
      const { method, path } = tool.operation;
      const own = byOperation.get(nameOperation(method, path));
      if (own === undefined) return [];
      if (generator === OPENAPI_MCP) return decideExactly(tool, sets, schemas);
      return decideBySchema(own, { tool, sets }, generator);
    }),
  );
  const all = decisions.flat();
  return {
    tools: generated.length,
    problems: generated.flatMap(({ tool }) => findHostProblem(tool) ?? []),
    tokens: Math.round(JSON.stringify(generated.map(({ tool }) => tool)).length / CHARACTERS_PER_TOKEN),
    decisions: all.length,
    wrong: all.filter((isRight) => !isRight).length,
  };
}

async function decideExactly(
  tool: OperationTool,
  sets: readonly ArgumentSet[],
  schemas: ExactSchemas,
): Promise<boolean[]> {
  const files = { allowedPaths: [] };
  return Promise.all(
    sets.map(async ({ args, isValid }) => {
      const read = await readArguments(tool, args, { schemas, files });
      const isRight = 'request' in read === isValid;
      if (!isRight) {
        console.error(
          `${tool.name} must ${isValid ? 'accept' : 'reject'} ${JSON.stringify(args).slice(0, 400)}`,
        );
      }
      return isRight;
    }),
  );
}

// The generators have no checks of their own: a host can only use the schema that it receives.
function decideBySchema(
  { tool: { inputSchema } }: GeneratedTool,
  { tool, sets }: CheckedTool,
  { convert }: Generator,
): boolean[] {
  const given = sets.flatMap(({ args, isValid }) => {
    const converted = convert(tool, args);
    return converted === undefined ? [] : [{ converted, isValid }];
  });
  try {
    const decide = createAjv().compile(inputSchema);
    return given.map(({ converted, isValid }) => (decide(converted) === true) === isValid);
  } catch {
    return given.map(() => false);
  }
}
