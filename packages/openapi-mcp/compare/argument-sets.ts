// Valid and invalid arguments of tools, decided by Ajv.
import {
  findValueSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
} from '@keyframe/openapi-model';
import { SchemaGraph, walk } from '@keyframe/openapi-schema';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import {
  collectNames,
  collectValues,
  createMutants,
  createRandom,
  createSamples,
  pick,
  type Random,
  SchemaSpace,
} from '@keyframe/openapi-schema/values';
import type { OperationTool } from '../src/tools/operation-tool.ts';
import type { ToolSet } from '../src/tools/tool-set.ts';
import { type Decide, DocumentOracle } from './document-oracle.ts';

const SEED = 1;
const SAMPLES = 6;
const MUTANTS = 12;
const OPTIONAL_CHANCE = 0.5;
const CHANGE_CHANCE = 0.6;
const REMOVAL_CHANCE = 0.15;

/** Formats of JSON Schema that Ajv accepts each text for. */
const UNCHECKED_FORMATS = ['idn-email', 'idn-hostname', 'iri', 'iri-reference'];

/** Arguments of a tool. */
export interface ArgumentSet {
  args: JsonObject;
  /** By Ajv. */
  isValid: boolean;
}

interface Member {
  name: string;
  isRequired: boolean;
  samples: JsonValue[];
  mutants: JsonValue[];
  decide: Decide;
}

/** Creates argument sets for the tools of a document. */
export class ArgumentSets {
  readonly #space: SchemaSpace;
  readonly #graph: SchemaGraph;
  readonly #oracle: DocumentOracle;

  constructor({ reader: { model } }: ToolSet) {
    this.#space = new SchemaSpace(new ExactValidators(model), 'request');
    this.#graph = new SchemaGraph(model);
    this.#oracle = new DocumentOracle(model.document);
  }

  /**
   * Creates sets for a tool; undefined if Ajv cannot decide about them: files are texts for agents, and Ajv knows no
   * `readOnly`, and not each format.
   */
  create(tool: OperationTool, count: number): ArgumentSet[] | undefined {
    const members = this.#createMembers(tool);
    if (members === undefined) return undefined;
    const random = createRandom(SEED);
    return Array.from({ length: count }, () => {
      const args = drawArguments(members, random);
      const isValid = members.every(({ name, isRequired, decide }) => {
        const value = args[name];
        return value === undefined ? !isRequired : decide(value);
      });
      return { args, isValid };
    });
  }

  #createMembers({ parameters, body }: OperationTool): Member[] | undefined {
    if (body !== undefined && (body.isFile || body.fileMembers.size > 0)) return undefined;
    const schemas = parameters.map(({ argument, parameter }) => ({
      name: argument,
      isRequired: parameter.required,
      schema: findValueSchema(parameter),
    }));
    if (body) schemas.push({ name: body.argument, isRequired: body.isRequired, schema: body.media.schema });
    const members = schemas.map(({ schema, ...member }) => {
      const decide = schema && this.#decide(schema);
      return schema && decide && { ...member, ...this.#createValues(schema), decide };
    });
    const known = members.filter((member) => member !== undefined);
    return known.length === members.length ? known : undefined;
  }

  #decide(schema: LocatedSchema): Decide | undefined {
    const nodes = walk(this.#graph.node(schema));
    const isUndecided = nodes.some(
      ({ origin: { schema: own } }) =>
        isJsonObject(own) && (own.readOnly || UNCHECKED_FORMATS.includes(String(own.format))),
    );
    return isUndecided ? undefined : this.#oracle.find(schema.pointer);
  }

  #createValues(schema: LocatedSchema): Pick<Member, 'mutants' | 'samples'> {
    const samples = createSamples(this.#space, schema, { count: SAMPLES, seed: SEED });
    const pool = collectValues(schema.schema);
    const names = collectNames(schema.schema);
    return { samples, mutants: createMutants(samples, { count: MUTANTS, seed: SEED, pool, names }) };
  }
}

function drawArguments(members: readonly Member[], random: Random): JsonObject {
  const used = members.filter(({ isRequired }) => isRequired || random() < OPTIONAL_CHANCE);
  const args = Object.fromEntries(used.map(({ name, samples }) => [name, pick(samples, random) ?? null]));
  const changed = pick(members, random);
  if (changed === undefined || random() >= CHANGE_CHANCE) return args;
  const { [changed.name]: _removed, ...others } = args;
  return random() < REMOVAL_CHANCE
    ? others
    : { ...others, [changed.name]: pick(changed.mutants, random) ?? null };
}
