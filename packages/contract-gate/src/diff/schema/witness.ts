// Search for a message that proves a breaking change of a schema: the sender's document describes it, the receiver's
// document rejects it, and it rejects nothing else about it than the change.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject, type LocatedSchema, type OpenApiModel } from '@keyframe/openapi-model';
import type { KeywordName, SchemaNode } from '@keyframe/openapi-schema';
import { type Acceptor, createLazyAcceptors } from '@keyframe/openapi-schema/validators';
import type { Message, Pair, SchemaPair } from '../change.ts';
import {
  acceptsWithMember,
  listCandidates,
  listMemberCandidates,
  type MemberAim,
  type Origin,
  withoutMember,
} from './candidates.ts';
import { Embedding, type Ends, gives, type Holders, takes } from './embedding.ts';
import { listConstants } from './limits.ts';
import { type Conjunct, createShape, type Shape } from './shape.ts';
import { SmallestValues, type ValueSource } from './smallest-values.ts';

/** Options of a search. */
export interface Aim {
  /** Values that are tried first. */
  hints?: readonly JsonValue[] | undefined;
  /** The members one of which must show the change. */
  members?: readonly MemberAim[] | undefined;
  /** The keywords that must be what refuses the value. */
  keywords?: readonly KeywordName[] | undefined;
  /** The alternative that came or went: a value must be one of it. */
  alternative?: (LocatedSchema & { side: Side }) | undefined;
}

const MOST_VALUES = 6;

type Side = keyof Pair<unknown>;
type Direction = 'request' | 'response';

/** Both versions of a document, as a message of one direction reads them. */
export class WitnessSearch {
  readonly #models: Pair<OpenApiModel>;
  readonly #sources = new Map<string, Origin>();

  constructor(models: Pair<OpenApiModel>) {
    this.#models = models;
  }

  /** Looks for values that show a change of a pair of schemas. */
  findValues(message: Message, pair: SchemaPair, aim: Aim = {}): LocalResult {
    const { alternative, hints = [] } = aim;
    const ends = this.#ends(message, pair);
    if (!alternative) return new LocalSearch(ends, aim).run();
    const { source, values } = this.#origin(alternative.side, selectView(message));
    const isOne = (value: JsonValue) => source.accepts(alternative, value) === true;
    const more = values.list(alternative, MOST_VALUES);
    return new LocalSearch(ends, { ...aim, isOne, hints: [...hints, ...more] }).run();
  }

  /** Puts values into the messages that contain them: one of those must be rejected as well. */
  embed(
    message: Message,
    pair: SchemaPair,
    { values, holders }: { values: readonly JsonValue[]; holders: Holders },
  ) {
    return new Embedding((parents) => this.#ends(message, parents), holders).run(pair, values);
  }

  #ends(message: Message, pair: SchemaPair): Ends {
    const [giver, taker] =
      message.sender === 'client' ? (['old', 'new'] as const) : (['new', 'old'] as const);
    const direction = selectView(message);
    return {
      giver: { ...this.#origin(giver, direction), located: pair[giver] },
      taker: { ...this.#origin(taker, direction), located: pair[taker] },
    };
  }

  #origin(side: Side, direction: Direction): Origin {
    const key = `${side} ${direction}`;
    const existing = this.#sources.get(key);
    if (existing) return existing;
    const model = this.#models[side];
    const compile = createLazyAcceptors(model, { direction });
    const acceptors = new Map<string, Acceptor>();
    const accepts = (located: LocatedSchema, value: JsonValue) => {
      const acceptor = acceptors.get(located.pointer) ?? compile(located);
      acceptors.set(located.pointer, acceptor);
      try {
        return acceptor(value);
      } catch (error) {
        // A schema that leads nowhere but back to itself decides nothing.
        if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
        throw error;
      }
    };
    const source: ValueSource = { model, accepts };
    const origin = { source, values: new SmallestValues(source), located: { schema: true, pointer: '#' } };
    this.#sources.set(key, origin);
    return origin;
  }
}

/** Values that show a change where it is, or whether they were looked for among all possible values. */
export interface LocalResult {
  values: readonly JsonValue[];
  isComplete: boolean;
}

/** Selects the view of a schema that a message has: what the client sends or what it reads. */
export function selectView({ name }: Message): Direction {
  return name === 'request' || name === 'callback-response' ? 'request' : 'response';
}

interface LocalAim extends Aim {
  /** Whether the value is one of the alternative. */
  isOne?: (value: JsonValue) => boolean;
}

class LocalSearch {
  readonly #ends: Ends;
  readonly #aim: LocalAim;

  constructor(ends: Ends, aim: LocalAim) {
    this.#ends = ends;
    this.#aim = aim;
  }

  run(): LocalResult {
    const { giver } = this.#ends;
    const isComplete = listConstants(createShape(giver.source.model, giver.located)) !== undefined;
    const candidates: JsonValue[] = [];
    for (const stage of this.#stages()) {
      const rejected = this.#listRejected(stage);
      const values = rejected.filter((value) => this.#isOnlyCause(value));
      if (values.length > 0) return { values: values.slice(0, MOST_VALUES), isComplete };
      candidates.push(...rejected);
    }
    // Versions that differ in many ways may have no value that is rejected for one of them only.
    return { values: candidates.filter((value) => this.#isCause(value)).slice(0, MOST_VALUES), isComplete };
  }

  *#stages(): Generator<JsonValue[]> {
    const { giver, taker } = this.#ends;
    const { hints = [], members } = this.#aim;
    if (members) for (const member of members) yield listMemberCandidates(giver, taker, member);
    else yield* listCandidates(giver, taker, hints);
  }

  #listRejected(stage: readonly JsonValue[]): JsonValue[] {
    const { giver, taker } = this.#ends;
    const values = new Map(stage.map((value) => [JSON.stringify(value), value]));
    return [...values.values()].filter((value) => !takes(taker, value) && gives(giver, value));
  }

  // Whether the value would be accepted but for the change.
  #isOnlyCause(value: JsonValue): boolean {
    const { members, keywords, isOne } = this.#aim;
    const { taker } = this.#ends;
    if (isOne) return isOne(value);
    if (members) return members.some((member) => this.#isRepaired(member, value));
    if (!keywords || keywords.length === 0) return true;
    const shape = createShape(taker.source.model, taker.located);
    return shape.conjuncts.every((conjunct) =>
      acceptsWithout({ source: taker.source, shape, conjunct }, keywords, value),
    );
  }

  // Whether the change is one of the reasons why the value is rejected.
  #isCause(value: JsonValue): boolean {
    const { members = [], keywords = [], isOne } = this.#aim;
    const { source, located } = this.#ends.taker;
    if (isOne) return false;
    const { conjuncts } = createShape(source.model, located);
    return conjuncts.some(({ node, isNullable }) => {
      if (isNullable && value === null) return false;
      const isExcluded = members.some((member) => has(value, member) && excludesMember(node, member));
      return (
        isExcluded || (keywords.length > 0 && source.accepts(node.only(keywords).origin, value) === false)
      );
    });
  }

  #isRepaired(member: MemberAim, value: JsonValue): boolean {
    const { taker } = this.#ends;
    const { name, isPresent } = member;
    if (!has(value, member)) return false;
    if (isPresent) return takes(taker, withoutMember(value, name));
    return acceptsWithMember(taker, value, name);
  }
}

function has(value: JsonValue, { name, isPresent }: MemberAim): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name) === isPresent;
}

// Whether a schema rejects every object that has a member, or every object that lacks it.
function excludesMember({ keywords }: SchemaNode, { name, isPresent }: MemberAim): boolean {
  if (!isPresent) return keywords.required?.includes(name) ?? false;
  const { additionalProperties, properties, patternProperties } = keywords;
  return additionalProperties?.kind === 'never' && !properties.has(name) && patternProperties.size === 0;
}

interface TakenConjunct {
  source: ValueSource;
  shape: Shape;
  conjunct: Conjunct;
}

function acceptsWithout(
  { source, shape, conjunct }: TakenConjunct,
  keywords: readonly KeywordName[],
  value: JsonValue,
): boolean {
  const { node, isNullable } = conjunct;
  if (isNullable && value === null) return true;
  const kept: KeywordName[] = [];
  for (const { name, keyword } of node.written) {
    if (name === undefined || name === 'reference' || name === 'dynamicReference' || name === 'allOf')
      continue;
    const isFlattened =
      (name === 'anyOf' || name === 'oneOf') &&
      !shape.unions.some(({ pointer }) => pointer === `${node.pointer}/${keyword}`);
    if (!isFlattened && !keywords.includes(name)) kept.push(name);
  }
  return kept.length === 0 || source.accepts(node.only(kept).origin, value) !== false;
}
