import type { Header, Parameter, ParameterLocation } from '@keyframe/openapi-model';
import { bracket, type Code, propertyKey } from '@keyframe/openapi-model/generator';
import { objectCode } from '../zod/compile-object.ts';
import type { SchemaCompiler } from '../zod/compile-schema.ts';

/** A value of generated code and its type. */
export interface TypedCode {
  code: Code;
  type: Code;
}

/** Writes the schema of all parameters of a place; undefined when there are none. */
export function parametersCode(
  compiler: SchemaCompiler,
  parameters: readonly Parameter[],
  location: ParameterLocation,
): TypedCode | undefined {
  const found = parameters.filter((parameter) => parameter.location === location);
  return found.length === 0 ? undefined : textsCode(compiler, found);
}

/** Writes the schema of parameters or headers by their names. */
export function textsCode(compiler: SchemaCompiler, texts: readonly (Parameter | Header)[]): TypedCode {
  const members = texts.map((text) => ({ text, ...textCode(compiler, text) }));
  const types = members.map(({ text, type }) => ({
    code: [`${propertyKey(text.name)}: `, type],
    // Headers of responses repeat from status to status; their descriptions are in the document.
    comment: 'location' in text ? text.description : undefined,
  }));
  return {
    code: objectCode(
      'z.object',
      members.map(({ text, code, isOptional }) => ({ name: text.name, code, isOptional })),
    ),
    type: compiler.runtimeType('Texts', bracket('{', types, '}')),
  };
}

function textCode(compiler: SchemaCompiler, text: Parameter | Header): TypedCode & { isOptional: boolean } {
  const schema = text.schema ?? text.content[0]?.schema ?? { schema: true, pointer: text.pointer };
  const own = compiler.compile(schema);
  const mayBeEmpty = 'location' in text && text.allowEmptyValue;
  const code: Code = mayBeEmpty ? [`z.literal('').or(`, own, ')'] : own;
  const type = compiler.typeOf(schema, mayBeEmpty ? (inner) => [inner, ` | ''`] : undefined);
  if (text.required) return { code, type, isOptional: false };
  const hasDefault = compiler.graph.node(schema).fallback !== undefined;
  return {
    ...compiler.optional(code, schema),
    type: compiler.runtimeType(hasDefault ? 'Defaulted' : 'Optional', type),
  };
}
