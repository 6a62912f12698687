import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { type Code, docstring, object, print } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';
import type { NamedSchema } from '../schema/component-names.ts';
import { endlessSchemas } from '../schema/endless-references.ts';
import { TypeCompiler, type TypeMode } from '../schema/type-compiler.ts';
import { importUsed } from './import-line.ts';
import { runtimeImports } from './runtime-imports.ts';

/** Writes `schemas.ts`: a validator and a type for each component, and a map of all by their own names. */
export function emitSchemas(generation: Generation): string {
  const compiler = generation.compiler();
  const schemas = [...generation.model.schemas.values(), ...generation.referred];
  for (const { pointer } of endlessSchemas(schemas, generation.graph)) {
    const message = 'The schema leads back to itself without going into the value.';
    generation.refusals.add(
      pointer,
      message,
      'Break the circle, or refer to itself from a member or an item.',
    );
  }
  const declarations = new Map<NamedSchema, string>();
  const open = () => generation.namedInOrder().filter((named) => !declarations.has(named));
  // Compiling a schema may name another one.
  for (let rest = open(); rest.length > 0; rest = open()) {
    for (const named of rest) declarations.set(named, declarationOf(generation, compiler, named));
  }
  const map = object([...generation.identifiers].map(([name, identifier]) => [name, identifier]));
  const all = `/** Maps the name of each component in the document to its validator. */\nexport const schemas = ${print(map, '', 23)};\n`;
  const imports =
    importUsed(['z'], 'zod', [...declarations.values()].join('')) +
    runtimeImports(generation.runtimeUsed(compiler), generation.runtime) +
    generation.decisionsImport(compiler);
  return [imports, ...declarations.values(), all].join('\n');
}

function declarationOf(generation: Generation, compiler: SchemaCompiler, named: NamedSchema): string {
  const { identifier, input, located, graph } = named;
  const code = compiler.in(graph.direction).compileNamed(named);
  compiler.define(identifier);
  const comment = documented(located);
  const typeLine = (name: string, mode: TypeMode): string => {
    const type: Code = new TypeCompiler({ graph, names: generation.names }, mode).typeOf(located);
    const start = `export type ${name} = `;
    return `${comment}${start}${print([type, ';'], '', start.length)}\n`;
  };
  const start = `export const ${identifier} = `;
  return [
    `${comment}${start}${print([code, ';'], '', start.length)}\n`,
    typeLine(identifier, 'output'),
    ...(input === identifier ? [] : [typeLine(input, 'input')]),
  ].join('');
}

function documented({ schema }: LocatedSchema): string {
  const description = isJsonObject(schema) ? memberOf(schema, 'description') : undefined;
  return typeof description === 'string' && description.trim() !== '' ? docstring(description) : '';
}
