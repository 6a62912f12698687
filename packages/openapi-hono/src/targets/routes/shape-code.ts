// Writes the shapes of parameters and fields, and reports values that their styles cannot distinguish.

import { type Code, list, object, quote } from '@keyframe/openapi-codegen';
import type { LocatedSchema } from '@keyframe/openapi-model';
import { type Clash, kindNode, type ShapeNode } from './parameter-shapes.ts';

/** Writes the code of schemas. */
export interface SchemaWriter {
  compile: (located: LocatedSchema) => Code;
}

/** Writes the shape of a value; undefined where it is plain text. Where `decides` the shape holds the schemas that decide. */
export function shapeCode(compiler: SchemaWriter, node: ShapeNode, decides: boolean): Code | undefined {
  const code = nodeCode(compiler, node, decides);
  return code === quote('string') ? undefined : code;
}

function nodeCode(compiler: SchemaWriter, node: ShapeNode, decides: boolean): Code {
  const shapes = [
    ...node.objects.map(({ object: members, others }) =>
      object([
        [
          'object',
          object(
            [...members].map(([name, member]): [string, Code] => [name, nodeCode(compiler, member, true)]),
          ),
        ],
        ['others', others && nodeCode(compiler, others, true)],
      ]),
    ),
    ...node.lists.map(({ list: items }) => object([['list', nodeCode(compiler, items, true)]])),
    ...node.kinds.map(quote),
  ];
  const [shape, ...alternatives] = shapes;
  if (node.isAmbiguous && decides) {
    const takes = node.takes.map(({ origin }) => compiler.compile(origin));
    return object([
      ['anyOf', list(shapes)],
      ['takes', list(takes)],
    ]);
  }
  return shape !== undefined && alternatives.length === 0 ? shape : list(shapes);
}

/** Describes a shape for messages: `a list of strings or numbers`. */
export function describeShape({ kinds, lists, objects }: ShapeNode): string {
  const texts = [
    ...objects.map(() => 'an object'),
    ...lists.map(({ list: items }) => `a list of ${describeKinds(items)}`),
    ...kinds.map((kind) => (kind === 'null' ? 'null' : `a ${kind}`)),
  ];
  return [...new Set(texts)].join(' or ');
}

function describeKinds({ kinds, lists, objects }: ShapeNode): string {
  const texts = [
    ...(objects.length > 0 ? ['objects'] : []),
    ...(lists.length > 0 ? ['lists'] : []),
    ...kinds.map((kind) => (kind === 'null' ? 'null' : `${kind}s`)),
  ];
  return texts.join(' or ');
}

/** Serialization of a value, as far as it decides which values can be distinguished. */
export interface Writing {
  style: string;
  explode: boolean;
}

/** Describes values that a style cannot distinguish; undefined if it distinguishes all. */
export function findClash(shape: ShapeNode | Clash, writing: Writing): string | undefined {
  if ('clash' in shape) return shape.clash;
  if (writing.style === 'deepObject') return undefined;
  const nested = [
    ...shape.lists.flatMap(({ list: items }) => listNested('a list', items)),
    ...shape.objects.flatMap(({ object: members, others = kindNode('string') }) =>
      [...members.values(), others].flatMap((member) => listNested('an object', member)),
    ),
  ];
  return nested.find((pair) => !listDistinguishable(writing).includes(pair));
}

function listNested(holder: 'a list' | 'an object', { lists, objects }: ShapeNode): string[] {
  const isFlat = lists.every(({ list: items }) => items.lists.length + items.objects.length === 0);
  return [
    ...(objects.length > 0 ? [`an object in ${holder}`] : []),
    ...(lists.length > 0 ? [isFlat ? `a list in ${holder}` : `a list of lists or objects in ${holder}`] : []),
  ];
}

// If the delimiter of items or members is not a comma, a comma is part of them.
function listDistinguishable({ style, explode }: Writing): string[] {
  const isOther = style === 'spaceDelimited' || style === 'pipeDelimited';
  const isExploded = explode && ['cookie', 'form', 'label', 'matrix'].includes(style);
  return isOther || isExploded ? ['a list in a list', 'a list in an object'] : [];
}
