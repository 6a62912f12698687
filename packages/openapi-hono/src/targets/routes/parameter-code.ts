import { type Code, generic, objectType, propertyKey } from '@keyframe/openapi-codegen';
import {
  findValueSchema,
  type Header,
  type LocatedSchema,
  type Parameter,
  type ParameterLocation,
} from '@keyframe/openapi-model';
import { runtime, zod } from '../../printer/runtime.ts';
import { objectCode } from '../zod/compile-object.ts';
import type { SchemaCompiler } from '../zod/compile-schema.ts';

/** A value of generated code and its type. */
export interface TypedCode {
  code: Code;
  type: Code;
}

/** Writes the schema of all parameters in one location; undefined without parameters. */
export function parametersCode(
  compiler: SchemaCompiler,
  parameters: readonly Parameter[],
  location: ParameterLocation,
): TypedCode | undefined {
  const matches = parameters.filter((parameter) => parameter.location === location);
  return matches.length === 0 ? undefined : textsCode(compiler, matches);
}

/** Writes the schema of parameters or headers by their names, and its type. */
export function textsCode(compiler: SchemaCompiler, texts: readonly (Parameter | Header)[]): TypedCode {
  const types = texts.map((text) => ({
    code: [`${propertyKey(text.name)}: `, textType(compiler, text)],
    // Headers of responses repeat from status to status; their descriptions are in the document.
    comment: 'location' in text ? text.description : undefined,
  }));
  return {
    code: textsSchema(compiler, texts),
    type: generic(runtime('type Texts'), objectType(types)),
  };
}

/** Writes the schema of parameters or headers by their names, where its type is written nowhere. */
export function textsSchema(compiler: SchemaCompiler, texts: readonly (Parameter | Header)[]): Code {
  const members = texts.map((text) => {
    const schema = getSchema(text);
    const schemaCode = compiler.compile(schema);
    const code: Code = mayBeEmpty(text) ? [zod(`literal('').or(`), schemaCode, ')'] : schemaCode;
    return {
      name: text.name,
      ...(text.required ? { code, isOptional: false } : compiler.optional(code, schema)),
    };
  });
  return objectCode(zod('object'), members);
}

function textType(compiler: SchemaCompiler, text: Parameter | Header): Code {
  const schema = getSchema(text);
  const type = compiler.writeType(schema, mayBeEmpty(text) ? (valueType) => [valueType, ` | ''`] : undefined);
  if (text.required) return type;
  const hasDefault = compiler.graph.node(schema).fallback !== undefined;
  return generic(runtime(hasDefault ? 'type Defaulted' : 'type Optional'), type);
}

function getSchema(text: Parameter | Header): LocatedSchema {
  return findValueSchema(text) ?? { schema: true, pointer: text.pointer };
}

function mayBeEmpty(text: Parameter | Header): boolean {
  return 'location' in text && text.allowEmptyValue;
}
