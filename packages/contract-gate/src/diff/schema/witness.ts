// Search for a message that proves a breaking change of a schema: the sender's document describes it, the receiver's
// document rejects it, and it rejects nothing else about it than the change.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject, type LocatedSchema, type OpenApiModel } from '@keyframe/openapi-model';
import type { KeywordName } from '@keyframe/openapi-schema';
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
import { createShape, type Part, type Shape } from './shape.ts';
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
    return new Embedding((one) => this.#ends(message, one), holders).run(pair, values);
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

// Selects the view of the schema that generated validators use: what the client sends or what it reads.
function selectView({ name }: Message): Direction {
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
    for (const stage of this.#stages()) {
      const values = this.#select(stage);
      if (values.length > 0) return { values, isComplete };
    }
    return { values: [], isComplete };
  }

  *#stages(): Generator<JsonValue[]> {
    const { giver, taker } = this.#ends;
    const { hints = [], members } = this.#aim;
    if (members) for (const member of members) yield listMemberCandidates(giver, taker, member);
    else yield* listCandidates(giver, taker, hints);
  }

  #select(stage: readonly JsonValue[]): JsonValue[] {
    const { giver, taker } = this.#ends;
    const found = new Map<string, JsonValue>();
    for (const value of stage) {
      if (found.size >= MOST_VALUES) break;
      if (takes(taker, value) || !gives(giver, value) || !this.#isCause(value)) continue;
      found.set(JSON.stringify(value), value);
    }
    return [...found.values()];
  }

  // Whether the value would be accepted but for the change.
  #isCause(value: JsonValue): boolean {
    const { members, keywords, isOne } = this.#aim;
    const { taker } = this.#ends;
    if (isOne) return isOne(value);
    if (members) return members.some((member) => this.#isRepaired(member, value));
    if (!keywords || keywords.length === 0) return true;
    const shape = createShape(taker.source.model, taker.located);
    return shape.parts.every((part) =>
      acceptsWithout({ source: taker.source, shape, part }, keywords, value),
    );
  }

  #isRepaired({ name, isPresent }: MemberAim, value: JsonValue): boolean {
    const { taker } = this.#ends;
    if (!isJsonObject(value) || Object.hasOwn(value, name) !== isPresent) return false;
    if (isPresent) return takes(taker, withoutMember(value, name));
    return acceptsWithMember(taker, value, name);
  }
}

interface TakenPart {
  source: ValueSource;
  shape: Shape;
  part: Part;
}

function acceptsWithout(
  { source, shape, part }: TakenPart,
  keywords: readonly KeywordName[],
  value: JsonValue,
): boolean {
  const { node, isNullable } = part;
  if (isNullable && value === null) return true;
  const kept = node.written.flatMap(({ name, keyword }) => {
    if (name === undefined || name === 'reference' || name === 'dynamicReference' || name === 'allOf')
      return [];
    const isFlattened =
      (name === 'anyOf' || name === 'oneOf') &&
      !shape.unions.some(({ pointer }) => pointer === `${node.pointer}/${keyword}`);
    return isFlattened || keywords.includes(name) ? [] : [name];
  });
  return kept.length === 0 || source.accepts(node.only(kept), value) !== false;
}
