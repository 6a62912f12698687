import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { memberSchemas, type SchemaNode } from '@keyframe/openapi-schema';
import type { Candidate, CandidateMaker, CandidateTools, ValueNode } from './candidate.ts';

const EXTRA = 'x-undeclared';

/** Removes each required member. */
export const requiredCandidates: CandidateMaker = ({ keywords: { required } }, { value }) =>
  required
    .filter((name) => isJsonObject(value) && Object.hasOwn(value, name))
    .map((name) => ({ value: without(value, name), label: `without "${name}"` }));

/** Removes each existing member, and adds each missing one. */
export const propertiesCandidates: CandidateMaker = ({ keywords: { properties } }, node, tools) => {
  const { value, schemaNodes } = node;
  if (!isJsonObject(value)) return [];
  return [...properties].flatMap(([name, { kind }]): Candidate[] => {
    if (Object.hasOwn(value, name)) return [{ value: without(value, name), label: `without "${name}"` }];
    // The view of a request leaves nothing of a readOnly member but `true`.
    if (kind === 'any') return [];
    return [
      { value: { ...value, [name]: tools.build(memberSchemas(schemaNodes, name)) }, label: `with "${name}"` },
    ];
  });
};

/** Adds members that are not declared. */
export const additionalCandidates: CandidateMaker = ({ keywords }, { value }, tools) => {
  if (!isJsonObject(value)) return [];
  const wanted = keywords.additionalProperties ?? keywords.unevaluatedProperties;
  const fitting = wanted?.kind === 'keywords' ? [tools.build([wanted])] : [];
  return [...fitting, 'text', 7, null].map((extra) => ({
    value: { ...value, [EXTRA]: extra },
    label: `with the undeclared member "${EXTRA}"`,
  }));
};

/** Adds members whose names match the patterns, with values that fit and others. */
export const patternPropertiesCandidates: CandidateMaker = ({ keywords }, { value }, tools) => {
  if (!isJsonObject(value)) return [];
  return [...keywords.patternProperties].flatMap(([name, schema]) => {
    const matching = tools.build([
      { schema: { type: 'string', pattern: name }, pointer: `${schema.pointer}/~name` },
    ]);
    return [tools.build([schema]), null, 7, 'text', true].map((member) => ({
      value: { ...value, [String(matching)]: member },
      label: `with a member whose name matches ${name}`,
    }));
  });
};

/** Adds members with names that may be refused. */
export const propertyNamesCandidates: CandidateMaker = ({ keywords }, { value, schemaNodes }, tools) => {
  const { propertyNames: names } = keywords;
  if (!names || !isJsonObject(value)) return [];
  const fitting = tools.build([names, { schema: { type: 'string' }, pointer: `${names.pointer}/~text` }]);
  return [String(fitting), 'UPPER CASE', '', '\u00e9', 'x'.repeat(300), '1', '-'].map((name) => ({
    value: { ...value, [name]: tools.build(memberSchemas(schemaNodes, name)) },
    label: `with a member named "${name.slice(0, 20)}"`,
  }));
};

/** Creates objects with exactly the limit of members, one less and one more. */
export function memberCountCandidates(keyword: 'maxProperties' | 'minProperties'): CandidateMaker {
  return ({ keywords: { [keyword]: bound } }, node, tools) => {
    if (bound === undefined || bound > 2_000 || !isJsonObject(node.value)) return [];
    return [bound - 1, bound, bound + 1]
      .filter((count) => count >= 0)
      .map((count) => ({ value: ofCount(node, count, tools), label: `with ${count} members` }));
  };
}

function ofCount({ value, schemaNodes }: ValueNode, count: number, tools: CandidateTools): JsonValue {
  const object: JsonObject = isJsonObject(value) ? value : {};
  const required = new Set(schemaNodes.flatMap(({ keywords }) => keywords.required));
  const names = Object.keys(object).toSorted(
    (one, other) => Number(required.has(other)) - Number(required.has(one)),
  );
  const kept = Object.fromEntries(names.slice(0, count).map((name) => [name, object[name] ?? null]));
  const declared = schemaNodes.flatMap(({ keywords }) => [...keywords.properties.keys()]);
  const rules = schemaNodes.flatMap(({ keywords }) => keywords.propertyNames ?? []);
  const text = { schema: { type: 'string' }, pointer: `${schemaNodes[0]?.pointer}/~name` };
  let size = Object.keys(kept).length;
  // Members without a name of their own are alike, so that a thousand of them cost one.
  const filler = tools.build(memberSchemas(schemaNodes, 'extra0'));
  for (let extra = 0; size < count && extra < 8 * count + 8; extra += 1) {
    // A name that is refused itself would hide what the number of members does.
    const other = rules.length > 0 ? String(tools.build([...rules, text])) : `extra${extra}`;
    const name = declared[extra] ?? other;
    if (Object.hasOwn(kept, name)) continue;
    kept[name] = name.startsWith('extra') ? filler : tools.build(memberSchemas(schemaNodes, name));
    size += 1;
  }
  return kept;
}

/** Tries each member that asks for others with and without them. */
export const dependentCandidates: CandidateMaker = ({ keywords }, { value, schemaNodes }, tools) => {
  if (!isJsonObject(value)) return [];
  const build = (name: string) => tools.build(memberSchemas(schemaNodes, name));
  const listedNames = [...keywords.dependentRequired].map(([name, needed]) => ({ name, needed }));
  const schemaNames = [...keywords.dependentSchemas].map(([name, dependent]) => ({
    name,
    needed: dependent.keywords.required,
  }));
  return [...listedNames, ...schemaNames].flatMap(({ name, needed }) => {
    const both = { ...value, [name]: value[name] ?? build(name) };
    const added = Object.fromEntries(needed.map((more) => [more, value[more] ?? build(more)]));
    const complete = { ...both, ...added };
    return [
      { value: complete, label: `with "${name}" and what it asks for` },
      { value: without(complete, name), label: `without "${name}", but with what it asks for` },
      ...needed.map((more) => ({
        value: without(complete, more),
        label: `with "${name}", but without "${more}"`,
      })),
      {
        value: needed.reduce<JsonValue>(without, without(complete, name)),
        label: `without "${name}" and what it asks for`,
      },
    ];
  });
};

/** Tries values of the other branches, and of several branches at once. */
export const branchCandidates: CandidateMaker = ({ keywords: { anyOf, oneOf } }, { value }, tools) => {
  const built = [...oneOf, ...anyOf].map((branch) => tools.build([branch]));
  return built.flatMap((other) => [
    { value: other, label: 'a value of one branch' },
    ...(isJsonObject(other) && isJsonObject(value)
      ? [{ value: { ...other, ...value }, label: 'a value of two branches at once' }]
      : []),
  ]);
};

/** Tries values of a schema that must not hold. */
export const notCandidates: CandidateMaker = (
  { keywords: { not: refused } },
  { value, schemaNodes },
  tools,
) => {
  if (!refused) return [];
  const other = tools.build([refused]);
  const needed = refused.keywords.required;
  const joined = isJsonObject(value)
    ? {
        ...value,
        ...Object.fromEntries(
          needed.map((name) => [name, value[name] ?? tools.build(memberSchemas(schemaNodes, name))]),
        ),
      }
    : value;
  return [
    { value: joined, label: 'a value that must not be' },
    {
      value: isJsonObject(other) && isJsonObject(joined) ? { ...joined, ...other } : other,
      label: 'a value that must not be',
    },
  ];
};

/** Tries values that meet a condition, and that do not, with and without what each case requires. */
export const conditionCandidates: CandidateMaker = ({ keywords }, node, tools) => {
  const { condition, met: ifMet, unmet: ifUnmet } = keywords;
  const { value } = node;
  if (!condition || !isJsonObject(value)) return [];
  const joined = buildMet(condition, { ...node, value }, tools);
  const opposite = findUnmet(condition, { ...node, value }, tools);
  return [
    { value: joined, label: 'a value that meets the condition' },
    ...listConsequences(ifMet, { ...node, value: joined }, { tools, label: 'meets the condition' }),
    ...listConsequences(ifUnmet, { ...node, value: joined }, { tools, label: 'meets the condition' }),
    ...(opposite
      ? [
          { value: opposite, label: 'a value that does not meet the condition' },
          ...listConsequences(
            ifUnmet,
            { ...node, value: opposite },
            { tools, label: 'does not meet the condition' },
          ),
        ]
      : []),
  ];
};

// A value with what a part adds, and without each member that it requires.
function listConsequences(
  part: SchemaNode | undefined,
  { value, schemaNodes }: ObjectNode,
  { tools, label }: { tools: CandidateTools; label: string },
): Candidate[] {
  if (!part) return [];
  const missing = part.keywords.required.filter((name) => !Object.hasOwn(value, name));
  const added = missing.map((name): [string, JsonValue] => [
    name,
    tools.build([...memberSchemas([part], name), ...memberSchemas(schemaNodes, name)]),
  ]);
  const complete = { ...value, ...Object.fromEntries(added) };
  return [
    { value: complete, label: `a value that ${label} and more` },
    ...part.keywords.required.map((name) => ({
      value: without(complete, name),
      label: `a value that ${label}, but lacks "${name}"`,
    })),
  ];
}

type ObjectNode = Omit<ValueNode, 'value'> & { value: JsonObject };

// Sets the members that the condition requires, and those it describes that the value has.
function buildMet(
  condition: SchemaNode,
  { value, schemaNodes }: ObjectNode,
  tools: CandidateTools,
): JsonObject {
  const { properties, required } = condition.keywords;
  const own = [...properties.keys()].filter((name) => Object.hasOwn(value, name));
  const names = [...new Set([...required, ...own])];
  const members = names.map((name): [string, JsonValue] => [
    name,
    tools.build([...memberSchemas([condition], name), ...memberSchemas(schemaNodes, name)]),
  ]);
  const built = tools.build([condition]);
  return { ...value, ...(isJsonObject(built) ? built : {}), ...Object.fromEntries(members) };
}

// Changes or removes a member that the condition mentions.
function findUnmet(
  condition: SchemaNode,
  { value, schemaNodes }: ObjectNode,
  { space, build }: CandidateTools,
): JsonObject | undefined {
  const names = new Set([...condition.keywords.properties.keys(), ...condition.keywords.required]);
  const others = schemaNodes.filter(({ pointer }) => !pointer.startsWith(condition.pointer));
  const values = [...names].flatMap((name): JsonObject[] => {
    const schemas = memberSchemas(others, name);
    const listed = schemas.flatMap(({ keywords }) => keywords.enum ?? []);
    const fitting = [...listed, true, false, build(schemas)].filter((one) =>
      schemas.every((schema) => space.accepts(schema, one)),
    );
    const { [name]: _, ...rest } = value;
    return [...fitting.map((one) => ({ ...value, [name]: one })), rest];
  });
  return values.find((one) => !space.accepts(condition, one));
}

function without(value: JsonValue, name: string): JsonValue {
  if (!isJsonObject(value)) return value;
  const { [name]: _, ...others } = value;
  return others;
}
