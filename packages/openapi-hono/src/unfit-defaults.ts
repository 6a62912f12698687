// Judges defaults by the very validators that are generated: they are built from the same code, and asked.
import { runInThisContext } from 'node:vm';
import { z } from 'zod';
import { print } from './code.ts';
import type { Generation } from './generation.ts';
import { Refusals } from './refusals.ts';
import * as runtime from './runtime/index.ts';
import { SchemaCompiler } from './schema/compile-schema.ts';
import type { FilledDefault } from './schema/schema-graph.ts';

const SCOPE = { z, ...runtime };

/** Lists the defaults that their own schemas refuse; every schema of the document must be sound. */
export function unfitDefaults(generation: Generation): FilledDefault[] {
  const { defaults, graph, identifiers, model } = generation;
  const compiler = new SchemaCompiler(
    { graph, identifiers, refusals: new Refusals(), defaults: [] },
    { isTyped: false },
  );
  const components = [...model.schemas].map(
    ([name, located]) => `const ${identifiers.get(name)} = ${print(compiler.compile(located))};\n`,
  );
  const asked = defaults.map(({ located }) => `${print(compiler.compile(located))},\n`);
  const build: (scope: typeof SCOPE) => z.ZodType[] = runInThisContext(
    `({ ${Object.keys(SCOPE).join(', ')} }) => {\n${components.join('')}return [\n${asked.join('')}];\n}`,
  );
  const validators = build(SCOPE);
  return defaults.filter(({ value }, index) => !validators[index]?.safeParse(value).success);
}
