// Names the member of a rejected value and the rule that it violates. Whether a value is rejected is decided by the
// compiled schema; this only finds the words.
import { isJsonObject, type JsonValue, type LocatedSchema } from '@keyframe/openapi-model';
import type { Direction } from '../nodes/read-write-views.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { describeRule } from './describe-rule.ts';

/** Decides whether schemas accept values. */
export interface DirectedAcceptors {
  accepts(directed: { schema: LocatedSchema; direction: Direction }, value: JsonValue): boolean;
}

/** A member of a value and the rule that it violates. */
export interface Explanation {
  path: readonly (number | string)[];
  message: string;
}

const DEEPEST = 64;

/** Explains why a schema rejects a value. */
export class ValueExplainer {
  readonly #schemas: DirectedAcceptors;
  readonly #direction: Direction;

  constructor(schemas: DirectedAcceptors, direction: Direction) {
    this.#schemas = schemas;
    this.#direction = direction;
  }

  /** Finds the deepest violation of a value that the schema rejects. */
  explain(schema: SchemaNode, value: JsonValue, path: readonly (number | string)[] = []): Explanation {
    if (schema.kind !== 'keywords' || path.length > DEEPEST) return { path, message: 'is not allowed' };
    const own = describeRule(schema, value);
    if (own) return { path: [...path, ...own.path], message: own.message };
    const part = this.#listParts(schema, value).find((one) => !this.#accepts(one, value));
    if (part) return this.explain(part, value, path);
    const member = this.#findMember(schema, value);
    if (member) return this.explain(member.schema, member.value, [...path, member.name]);
    return this.#explainUnion(schema, value, path) ?? { path, message: 'does not match its schema' };
  }

  #accepts(schema: SchemaNode, value: JsonValue): boolean {
    return this.#schemas.accepts({ schema: schema.origin, direction: this.#direction }, value);
  }

  #listParts({ keywords }: SchemaNode, value: JsonValue): SchemaNode[] {
    const { reference, allOf, condition, met, unmet } = keywords;
    const branch = condition && (this.#accepts(condition, value) ? met : unmet);
    return [reference, ...allOf, branch].filter((part) => part !== undefined);
  }

  #findMember(schema: SchemaNode, value: JsonValue) {
    const entries: (readonly [number | string, JsonValue | undefined])[] = Array.isArray(value)
      ? value.map((item, index) => [index, item] as const)
      : isJsonObject(value)
        ? Object.entries(value)
        : [];
    for (const [name, member] of entries) {
      const own = findMemberSchema(schema, name);
      if (own && member !== undefined && !this.#accepts(own, member)) {
        return { name, value: member, schema: own };
      }
    }
    return undefined;
  }

  // If all branches reject the value, the branch that accepts most of it was probably meant.
  #explainUnion(
    { keywords: { anyOf, oneOf } }: SchemaNode,
    value: JsonValue,
    path: readonly (number | string)[],
  ): Explanation | undefined {
    const branches = [...anyOf, ...oneOf].filter((branch) => !this.#accepts(branch, value));
    const explained = branches.map((branch) => this.explain(branch, value, path));
    return explained.toSorted((left, right) => rank(right) - rank(left))[0];
  }
}

function rank({ path, message }: Explanation): number {
  const isChoice = message.startsWith('must be one of') || message.startsWith('must be a');
  return 2 * path.length - (isChoice ? 3 : 0);
}

function findMemberSchema({ keywords }: SchemaNode, name: number | string): SchemaNode | undefined {
  if (typeof name === 'number') return keywords.prefix[name] ?? keywords.items;
  const own = keywords.properties.get(name);
  if (own) return own;
  const pattern = [...keywords.patternProperties].find(([source]) => new RegExp(source, 'u').test(name));
  return pattern ? pattern[1] : keywords.additionalProperties;
}
