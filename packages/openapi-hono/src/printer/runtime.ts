// The names that generated code imports from the runtime.

import { type Code, call, type Reference, reference } from '@keyframe/openapi-codegen';
import type * as serverValues from '@keyframe/openapi-runtime/server';

type TypeName = `type ${string}`;

/** Names a value or type of the runtime of servers. */
export function runtime(specifier: keyof typeof serverValues | TypeName): Reference {
  return reference('runtime', specifier);
}

/** Names a member of `z`. */
export function zod(member: string): Code {
  return [runtime('z'), `.${member}`];
}

export const UNKNOWN: Code = call(zod('unknown'));
export const NEVER: Code = call(zod('never'));

export const ENV: Reference = reference('hono', 'type Env');
export const APP: Reference = reference('@hono/zod-openapi', 'type OpenAPIHono');

/** Names a schema that has a constant and a type, or `type Name`. */
export function namedSchema(specifier: string): Reference {
  return reference(SCHEMAS, specifier);
}

/** The module of the named schemas. */
export const SCHEMAS = './schemas.ts';

/** Returns what code writes for the module of a reference, given the package of the runtime. */
export function resolveRuntime(module: string, runtime: string): string {
  return module === 'runtime' ? `${runtime}/server` : module;
}
