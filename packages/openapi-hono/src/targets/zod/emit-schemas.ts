import {
  bracket,
  type Code,
  declare,
  docstring,
  generic,
  isIdentifier,
  PURE,
  print,
  quote,
  separate,
  template,
} from '@keyframe/openapi-codegen';
import { unguardedSchemas } from '@keyframe/openapi-schema';
import type { Generation } from '../../generation.ts';
import type { NamedSchema } from '../../naming/component-names.ts';
import { runtime, SCHEMAS } from '../../printer/runtime.ts';
import { createTypeCompiler, type TypeMode } from '../types/server-types.ts';
import { inputByDifference } from '../types/type-difference.ts';
import type { SchemaCompiler } from './compile-schema.ts';

/** Writes `components.ts`: the validators of all components by their own names, which need not be identifiers. */
export function emitComponents({ identifiers, resolve }: Generation): string {
  if (identifiers.size === 0) return 'export {};\n';
  const names = [...identifiers].map(([name, identifier]) =>
    name === identifier ? name : `${identifier} as ${isIdentifier(name) ? name : quote(name)}`,
  );
  return `export ${print(bracket('{', names, '}'), '', 7)} from ${quote(resolve(SCHEMAS))};\n`;
}

/** Writes `schemas.ts`: a validator and a type for each component. */
export function emitSchemas(generation: Generation): Code {
  const compiler = generation.compiler();
  const schemas = [...generation.model.schemas.values(), ...generation.referred];
  const nodes = schemas.map((located) => generation.graph.node(located));
  for (const { pointer } of unguardedSchemas(nodes)) {
    const message = 'The schema refers to itself without an item or a member in between, so it never ends.';
    generation.errors.add(pointer, message, 'Remove the reference, or refer from a member or an item.');
  }
  const declarations = new Map<NamedSchema, Code>();
  const open = () => generation.namedInOrder().filter((schema) => !declarations.has(schema));
  // Compiling a schema may name another one.
  for (let queue = open(); queue.length > 0; queue = open()) {
    for (const schema of queue) declarations.set(schema, writeDeclaration(generation, compiler, schema));
  }
  return declarations.size === 0 ? 'export {};\n' : separate([...declarations.values()], '\n');
}

function writeDeclaration(generation: Generation, compiler: SchemaCompiler, component: NamedSchema): Code {
  const { identifier, input, schema } = component;
  const { names } = generation;
  const typeLine = (name: string, type: Code) => template`export type ${declare(name)} = ${[type, ';']}\n\n`;
  const writeType = (mode: TypeMode) => createTypeCompiler(names, mode).compileType(schema);
  const difference = input === identifier ? undefined : inputByDifference(names, component);
  const type = generic(runtime('type Schema'), identifier, ...(input === identifier ? [] : [input]));
  const code = compiler.in(schema.direction).compileNamed(schema);
  // The type and the constant are one symbol: what the comment says is shown for both.
  return [
    schema.description === undefined ? '' : docstring(schema.description),
    typeLine(identifier, writeType('output')),
    ...(input === identifier ? [] : [typeLine(input, difference ?? writeType('input'))]),
    template`export const ${declare(identifier)}: ${type} = ${PURE}${[code, ';']}\n`,
  ];
}
