import type { Header, Parameter, ParameterLocation } from '@keyframe/openapi-model';
import { type Code, call, object } from '../code.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';

/** Writes the schema of all parameters of a place; undefined when there are none. */
export function parametersCode(
  compiler: SchemaCompiler,
  parameters: readonly Parameter[],
  location: ParameterLocation,
): Code | undefined {
  const found = parameters.filter((parameter) => parameter.location === location);
  return found.length === 0 ? undefined : textsCode(compiler, found);
}

/** Writes the schema of parameters or headers by their names. */
export function textsCode(compiler: SchemaCompiler, texts: readonly (Parameter | Header)[]): Code {
  const members = texts.map((text): [string, Code, string?] => {
    const { name, required } = text;
    const schema = text.schema ?? text.content[0]?.schema ?? { schema: true, pointer: text.pointer };
    const own = compiler.compile(schema);
    const code: Code = 'location' in text && text.allowEmptyValue ? [`z.literal('').or(`, own, ')'] : own;
    const value = required ? code : compiler.optional(code, schema);
    // Headers of responses repeat from status to status; their descriptions are in the document.
    const comment = 'location' in text ? text.description : undefined;
    return comment === undefined ? [name, value] : [name, value, comment];
  });
  return call('z.object', object(members));
}
