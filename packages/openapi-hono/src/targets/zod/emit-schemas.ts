import { unguardedSchemas } from '@keyframe/openapi-schema';
import {
  bracket,
  type Code,
  docstring,
  isIdentifier,
  PURE,
  print,
  quote,
} from '@keyframe/openapi-tooling/generator';
import type { Generation } from '../../generation.ts';
import type { NamedSchema } from '../../naming/component-names.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';
import { createTypeCompiler, type TypeMode } from '../types/server-types.ts';
import { inputByDifference } from '../types/type-difference.ts';
import type { SchemaCompiler } from './compile-schema.ts';

/** Writes `components.ts`: the validators of all components by their own names, which need not be identifiers. */
export function emitComponents({ identifiers }: Generation): string {
  if (identifiers.size === 0) return 'export {};\n';
  const names = [...identifiers].map(([name, identifier]) =>
    name === identifier ? name : `${identifier} as ${isIdentifier(name) ? name : quote(name)}`,
  );
  return `export ${print(bracket('{', names, '}'), '', 7)} from './schemas.ts';\n`;
}

/** Writes `schemas.ts`: a validator and a type for each component. */
export function emitSchemas(generation: Generation): string {
  const compiler = generation.compiler();
  const schemas = [...generation.model.schemas.values(), ...generation.referred];
  const nodes = schemas.map((located) => generation.graph.node(located));
  for (const { pointer } of unguardedSchemas(nodes)) {
    const message = 'The schema refers to itself without an item or a member in between, so it never ends.';
    generation.errors.add(pointer, message, 'Remove the reference, or refer from a member or an item.');
  }
  const declarations = new Map<NamedSchema, string>();
  const open = () => generation.namedInOrder().filter((named) => !declarations.has(named));
  // Compiling a schema may name another one.
  for (let rest = open(); rest.length > 0; rest = open()) {
    for (const named of rest) declarations.set(named, writeDeclaration(generation, compiler, named));
  }
  const text = [...declarations.values()].join('\n');
  const imports =
    runtimeImports(compiler.runtimeUsed, generation.runtime, text) + generation.decisionsImport(compiler);
  return `${imports}\n${text}`;
}

function writeDeclaration(generation: Generation, compiler: SchemaCompiler, named: NamedSchema): string {
  const { identifier, input, schema } = named;
  const { names } = generation;
  const typeLine = (name: string, type: Code): string => {
    const start = `export type ${name} = `;
    return `${start}${print([type, ';'], '', start.length)}\n\n`;
  };
  const writeType = (mode: TypeMode) => createTypeCompiler(names, mode).compileType(schema);
  const difference = input === identifier ? undefined : inputByDifference(names, named, compiler);
  const type = compiler.runtimeType('Schema', identifier, ...(input === identifier ? [] : [input]));
  const start = `export const ${identifier}: ${print(type)} = ${PURE}`;
  const code = compiler.in(schema.direction).compileNamed(schema);
  // The type and the constant are one symbol: what the comment says is shown for both.
  return [
    schema.description === undefined ? '' : docstring(schema.description),
    typeLine(identifier, writeType('output')),
    ...(input === identifier ? [] : [typeLine(input, difference ?? writeType('input'))]),
    `${start}${print([code, ';'], '', start.length)}\n`,
  ].join('');
}
