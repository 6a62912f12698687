// Says how the texts of parameters and headers are read, and refuses the ways that are not supported.
import type { Header, LocatedSchema, Parameter, ParameterLocation } from '@keyframe/openapi-model';
import { isJsonObject, isSchema, memberOf } from '@keyframe/openapi-model';
import { type Code, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';

const STYLES = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

/** Writes the definition of a parameter. */
export function parameterDefinition(generation: Generation, parameter: Parameter): Code | undefined {
  if (parameter.style !== STYLES[parameter.location]) {
    const message = `The style "${parameter.style}" of a ${parameter.location} parameter is not supported.`;
    generation.refusals.add(parameter.pointer, message, `Use "${STYLES[parameter.location]}".`);
  }
  return definition(generation, parameter);
}

/** Writes the definition of a response header. */
export function headerDefinition(generation: Generation, header: Header): Code | undefined {
  return definition(generation, header);
}

interface Described {
  name: string;
  schema: LocatedSchema | undefined;
  /** Undefined for a header, which has but one place. */
  location?: ParameterLocation;
  explode: boolean;
  pointer: string;
}

function definition(generation: Generation, described: Described): Code | undefined {
  const { name, schema, location, explode, pointer } = described;
  if (!schema) {
    const message = 'A parameter or header with "content" is not supported.';
    generation.refusals.add(pointer, message, 'Describe it by "schema".');
    return undefined;
  }
  const isList = only(generation, schema) === 'array';
  const kind = kindOf(generation, isList ? itemsOf(generation, schema) : schema);
  if (kind === undefined) {
    const message = 'The type of the value can not be told from its text.';
    const repair = 'Give it one type: string, number, integer, boolean, or a list of one of these.';
    generation.refusals.add(schema.pointer, message, repair);
    return undefined;
  }
  return object([
    ['name', quote(name)],
    ['in', location === undefined ? undefined : quote(location)],
    ['kind', quote(kind)],
    ['list', isList ? 'true' : undefined],
    ['explode', isList && location === 'query' && explode ? 'true' : undefined],
  ]);
}

function only(generation: Generation, schema: LocatedSchema): string | undefined {
  const types = generation.graph.typesOf(schema);
  return types?.size === 1 ? [...types][0] : undefined;
}

function kindOf(generation: Generation, schema: LocatedSchema | undefined): string | undefined {
  const type = schema && only(generation, schema);
  if (type === 'integer') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}

function itemsOf(generation: Generation, located: LocatedSchema): LocatedSchema | undefined {
  const { schema, pointer } = located;
  if (!isJsonObject(schema)) return undefined;
  const items = memberOf(schema, 'items');
  if (isSchema(items)) return { schema: items, pointer: `${pointer}/items` };
  const [target] = generation.graph.referenced(located);
  return target && itemsOf(generation, target);
}
