// The texts of one value, split by its style (OpenAPI 3.1, Style Values): as a single text, a list or an object,
// depending on its schema. Texts stay encoded until they are read.
import type { ObjectShape } from './operation-definition.ts';
import { isSpread, type Pair, splitList, splitObject, splitSingle, type Writing } from './split-style.ts';
import type { Style } from './style.ts';

/** The texts of one value, once for each way to split them; a way that does not match is absent. */
export interface Written {
  single: () => string | undefined;
  lists: () => Written[][];
  objects: (shape: ObjectShape) => [string, Written][][];
  /** The texts as clients mean them that encode the delimiters, too; only if that differs. */
  decoded?: Written;
}

/** The source of the texts of one parameter, header or field. */
export interface TextSource {
  /** The style of the location for definitions that specify none. */
  style: Style;
  /** The texts under the name of the definition, encoded. */
  texts: readonly string[];
  /** Every decoded name of the location and its text; only if values can be spread over names. */
  pairs?: readonly Pair[];
  /** Names of `pairs` that belong to others. */
  claimed?: ReadonlySet<string>;
  decode: (text: string) => string;
}

const NOTHING: Written = { single: () => undefined, lists: () => [], objects: () => [] };

/** Splits the texts of a value; undefined if it has no texts. */
export function splitWritten(name: string, source: TextSource, writing: Writing): Written | undefined {
  if (writing.style === 'deepObject') return bracketed(name, source);
  if (isSpread(writing)) return spread(name, source, writing);
  return source.texts.length === 0 ? undefined : joined(name, source, writing);
}

/** Splits one text that represents itself; commas in it separate the items of a list. */
function leaf(text: string, decode: TextSource['decode']): Written {
  return {
    ...NOTHING,
    single: () => decode(text),
    lists: () => [text === '' ? [] : text.split(',').map((item) => leaf(item, decode))],
  };
}

function repeated(texts: readonly string[], decode: TextSource['decode']): Written {
  const [text, ...repetitions] = texts;
  if (text === undefined) return NOTHING;
  return {
    ...NOTHING,
    single: () => (repetitions.length === 0 ? decode(text) : undefined),
    lists: () => [texts.map((item) => leaf(item, decode))],
  };
}

// The name repeats for each item of a list; the members of an object have their own names. Clients that ignore `explode`
// write one text with delimiters.
function spread(name: string, source: TextSource, { style }: Writing): Written | undefined {
  const { texts, pairs = [], claimed, decode } = source;
  if (texts.length === 0 && pairs.length === 0) return undefined;
  const isDelimited = texts.length === 1 && (style === 'pipeDelimited' || style === 'spaceDelimited');
  return {
    ...repeated(texts, decode),
    ...(isDelimited && { decoded: joined(name, source, { style, explode: false }) }),
    objects: ({ object, others }) => {
      const ownPairs = pairs.filter(
        ([key]) => Object.hasOwn(object, key) || (others !== undefined && !claimed?.has(key)),
      );
      const byName = new Map<string, string[]>();
      for (const [key, text] of ownPairs) {
        const values = byName.get(key);
        if (values === undefined) byName.set(key, [text]);
        else values.push(text);
      }
      const members = [...byName].map(([key, some]): [string, Written] => [key, repeated(some, decode)]);
      return members.length === 0 ? [] : [members];
    },
  };
}

// One text holds all items or members. Clients that encode the whole text encode the delimiters, too. Taken literally these
// are part of the items, so only values that the literal reading does not allow are read that way.
function joined(name: string, { texts, decode }: TextSource, writing: Writing): Written {
  const literal = splitTexts(name, { texts, decode }, writing);
  const isEncoded = texts.some((text) => /%(?:2c|7c)/i.test(text) && decode(text) !== text);
  if (!isEncoded) return literal;
  return {
    ...literal,
    decoded: splitTexts(name, { texts: texts.map(decode), decode: (text) => text }, writing),
  };
}

function splitTexts(
  name: string,
  { texts, decode }: Pick<TextSource, 'decode' | 'texts'>,
  writing: Writing,
): Written {
  const [text = '', ...repetitions] = texts;
  return {
    single: () => {
      const single = repetitions.length === 0 ? splitSingle(name, text, writing) : undefined;
      return single === undefined ? undefined : decode(single);
    },
    lists: () => {
      const pieces = texts.map((item) => splitList(name, item, writing));
      if (pieces.includes(undefined)) return [];
      return [pieces.flatMap((items = []) => items.map((item) => leaf(item, decode)))];
    },
    objects: () => {
      const pairs = repetitions.length > 0 ? undefined : splitObject(name, text, writing);
      if (!pairs) return [];
      const members = pairs.map(([key, item]): [string, Written] => [decode(key), leaf(item, decode)]);
      return new Set(members.map(([key]) => key)).size === members.length ? [members] : [];
    },
  };
}

interface Node {
  texts: string[];
  members: Map<string, Node>;
}

// Deeper ones than documents are: a query is bounded by its server, and so is what recursion takes.
const MAX_BRACKETS = 64;

// `name[a][b]=1`, a list as `name[]=1`, `name[0]=1` or with its name repeated: as Stripe, Rails and qs write it.
function bracketed(name: string, { texts, pairs = [], decode }: TextSource): Written | undefined {
  const root: Node = { texts: [...texts], members: new Map() };
  for (const [key, text] of pairs) {
    const path = key.startsWith(`${name}[`) ? splitBrackets(key.slice(name.length)) : undefined;
    if (path === undefined || path.length > MAX_BRACKETS) continue;
    let node = root;
    for (const token of path) {
      const next = node.members.get(token) ?? { texts: [], members: new Map() };
      node.members.set(token, next);
      node = next;
    }
    node.texts.push(text);
  }
  return root.texts.length + root.members.size === 0 ? undefined : nodeWritten(root, decode);
}

// `[a][b]` -> `a`, `b`; undefined when that is not how it is written.
function splitBrackets(text: string): string[] | undefined {
  if (!text.endsWith(']')) return undefined;
  return text.slice(1, -1).split('][');
}

function nodeWritten({ texts, members }: Node, decode: TextSource['decode']): Written {
  const isText = members.size === 0;
  return {
    single: () => (isText && texts.length === 1 ? decode(texts[0] ?? '') : undefined),
    lists: () => (isText ? [texts.map((item) => leafOnly(item, decode))] : indexed(members, decode)),
    objects: () =>
      isText || texts.length > 0
        ? []
        : [[...members].map(([name, node]): [string, Written] => [name, nodeWritten(node, decode)])],
  };
}

function leafOnly(text: string, decode: TextSource['decode']): Written {
  return { ...NOTHING, single: () => decode(text) };
}

function indexed(members: ReadonlyMap<string, Node>, decode: TextSource['decode']): Written[][] {
  const names = [...members.keys()];
  if (!names.every((name) => /^\d{0,9}$/.test(name))) return [];
  const inOrder = names.toSorted((left, right) => Number(left) - Number(right));
  const items = inOrder.flatMap((name) => {
    const node = members.get(name);
    if (!node) return [];
    // Without an index each text is an item, and members are those of one.
    const isList = name === '' && node.members.size === 0;
    return isList ? node.texts.map((text) => leafOnly(text, decode)) : [nodeWritten(node, decode)];
  });
  return [items];
}
