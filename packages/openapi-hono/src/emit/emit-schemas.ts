import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { docstring, object, print } from '../code.ts';
import type { Generation } from '../generation.ts';
import { endlessComponents } from '../schema/endless-references.ts';
import { importLine, importUsed } from './import-line.ts';

/** Writes `schemas.ts`: a validator and a type for each component, and a map of all by their own names. */
export function emitSchemas(generation: Generation): string {
  const compiler = generation.compiler();
  for (const { pointer } of endlessComponents(generation.model, generation.graph)) {
    const message = 'The schema leads back to itself without going into the value.';
    generation.refusals.add(
      pointer,
      message,
      'Break the circle, or refer to itself from a member or an item.',
    );
  }
  const declarations = generation.graph.componentOrder().map((name) => {
    const located = generation.model.schemas.get(name);
    const identifier = generation.identifiers.get(name);
    if (!located || identifier === undefined) return '';
    const code = compiler.compile(located);
    compiler.define(name);
    const start = `export const ${identifier} = `;
    const text = print([code, ';'], '', start.length);
    return `${documented(located)}${start}${text}\nexport type ${identifier} = z.output<typeof ${identifier}>;\n`;
  });
  const map = object([...generation.identifiers].map(([name, identifier]) => [name, identifier]));
  const all = `/** Maps the name of each component in the document to its validator. */\nexport const schemas = ${print(map, '', 23)};\n`;
  const imports = `${importUsed(['z'], 'zod', declarations.join(''))}${importLine(generation.runtimeUsed(compiler), generation.runtime)}`;
  return [imports, ...declarations, all].join('\n');
}

function documented({ schema }: LocatedSchema): string {
  const description = isJsonObject(schema) ? memberOf(schema, 'description') : undefined;
  return typeof description === 'string' && description.trim() !== '' ? docstring(description) : '';
}
