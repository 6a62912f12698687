import type { Kind, Style, TextDefinition } from './operation-definition.ts';
import { readJson, readText } from './read-text.ts';
import { type Pair, splitList, splitObject, splitSingle, type Writing } from './split-style.ts';

/** Is where the texts of one parameter, header or field come from. */
export interface TextSource {
  /** The style of the place for definitions that name none. */
  style: Style;
  /** The texts under the name of the definition, encoded. */
  texts: readonly string[];
  /** Every name of the place, decoded, and its text; only where values can be spread over names. */
  pairs?: readonly Pair[];
  /** Names of `pairs` that belong to others. */
  claimed?: ReadonlySet<string>;
  decode: (text: string) => string;
}

/**
 * Is what texts stand for: nothing, a value (and the text of a single one), or no value because they are not written
 * as documented.
 */
export type Reading = { value: unknown; text?: string } | { problem: string } | undefined;

/** Reads the value of a parameter, header or field; what has another type than documented stays text. */
export function readValue(definition: TextDefinition, source: TextSource): Reading {
  const { name, kind, shape, explode = false } = definition;
  const writing: Writing = { style: definition.style ?? source.style, explode };
  if (kind === 'json') return readJsonValue(definition, source);
  if (shape === 'object') {
    const pairs = memberPairs(definition, source, writing);
    return pairs === undefined ? unwritten(writing) : objectOf(definition, pairs, source.decode);
  }
  if (source.texts.length === 0) return undefined;
  const isRepeated = shape === 'list' && explode && writing.style === 'form';
  const pieces = source.texts.map((text) => {
    if (isRepeated) return [text];
    if (shape === 'list') return splitList(name, text, writing);
    const single = splitSingle(name, text, writing);
    return single === undefined ? undefined : [single];
  });
  if (!pieces.every((some) => some !== undefined)) return unwritten(writing);
  const texts = pieces.flat().map(source.decode);
  const [text, ...others] = texts;
  // Given twice, a single value is ambiguous: as a list it is refused.
  const isSingle = shape === undefined && text !== undefined && others.length === 0;
  if (isSingle) return { value: readText(text, kind), text };
  return { value: texts.map((one) => readText(one, kind)) };
}

function readJsonValue({ shape }: TextDefinition, { texts, decode }: TextSource): Reading {
  if (texts.length === 0) return undefined;
  const values = texts.map((text) => readJson(decode(text)));
  if (values.includes(undefined)) return { problem: 'must be JSON' };
  if (shape === 'list') return { value: values };
  return values.length === 1 ? { value: values[0] } : { problem: 'must be given once' };
}

function unwritten({ style, explode }: Writing): Reading {
  return { problem: `must be written in the style ${style}${explode ? ', exploded' : ''}` };
}

// Undefined when the texts are not written in their style; none when there are no texts.
function memberPairs(
  definition: TextDefinition,
  source: TextSource,
  writing: Writing,
): readonly Pair[] | undefined {
  const { name, members = {}, open } = definition;
  const { texts, pairs = [], claimed } = source;
  if (writing.style === 'deepObject') {
    const inner = pairs.filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
    return inner.map(([key, text]) => [key.slice(name.length + 1, -1), text]);
  }
  if (writing.style === 'form' && writing.explode) {
    return pairs.filter(([key]) => Object.hasOwn(members, key) || (open && !claimed?.has(key)));
  }
  const [text, ...others] = texts;
  if (text === undefined) return [];
  if (others.length > 0) return undefined;
  const { decode } = source;
  return splitObject(name, text, writing)?.map(([key, value]) => [decode(key), value]);
}

function objectOf(
  { members = {}, kind }: TextDefinition,
  pairs: readonly Pair[],
  decode: (text: string) => string,
): Reading {
  if (pairs.length === 0) return undefined;
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    return { problem: 'must have each of its members once' };
  }
  const kindOf = (name: string) => (Object.hasOwn(members, name) ? members[name] : kind) as Kind;
  const entries = pairs.map(([name, text]) => [name, readText(decode(text), kindOf(name))]);
  return { value: Object.fromEntries(entries) };
}
