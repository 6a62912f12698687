import type { Handled } from '../nodes/handled.ts';
import type { ArrayNode, Bounds, SchemaNode } from '../nodes/schema-node.ts';
import { block, REFUSE, readCondition, refuse, type Statement, when } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

// Each member is checked here, or by the part that applies to the whole schema.
type CheckedArray = Handled<
  ArrayNode,
  'contains' | 'isBare' | 'isUnique' | 'items' | 'kind' | 'prefix' | 'size' | 'unevaluated'
>;

/** Decides what is said of lists. */
export function decideArray(compiler: ValidatorPrinter, node: CheckedArray, subject: Subject): Statement[] {
  const { name } = subject;
  return [
    ...sizeStatements(name, node.size),
    ...itemStatements(compiler, node, subject),
    ...containsStatements(compiler, node, subject),
    ...(node.isUnique ? [refuse(`${compiler.runtime('findTwin', name)} !== undefined`)] : []),
  ];
}

function sizeStatements(name: string, { min = 0, max }: Bounds): Statement[] {
  if (min > 0 && min === max) return [refuse(`${name}.length !== ${min}`)];
  return [
    ...(min > 0 ? [refuse(`${name}.length < ${min}`)] : []),
    ...(max === undefined ? [] : [refuse(`${name}.length > ${max}`)]),
  ];
}

function itemStatements(
  compiler: ValidatorPrinter,
  { prefix, items }: ArrayNode,
  subject: Subject,
): Statement[] {
  const { name } = subject;
  const first = prefix.flatMap((schema, index) => {
    const item = nameItem(compiler, subject, schema);
    return when(`${name}.length > ${index}`, readItem(compiler, item, `${name}[${index}]`));
  });
  if (!items) return first;
  if (items.kind === 'never') return [...first, refuse(`${name}.length > ${prefix.length}`)];
  const item = nameItem(compiler, subject, items);
  const every = prefix.length === 0 ? everyItem(compiler, item, name) : undefined;
  if (every) return every;
  const index = compiler.variable(subject, 'i');
  const head = `for (let ${index} = ${prefix.length}; ${index} < ${name}.length; ${index} += 1)`;
  return [...first, ...block(head, readItem(compiler, item, `${name}[${index}]`))];
}

/** The variable that an item is read into, and the statements that check it. */
interface Item {
  variable: string;
  inner: readonly Statement[];
}

function nameItem(compiler: ValidatorPrinter, subject: Subject, schema: SchemaNode): Item {
  const { scope } = subject;
  const variable = compiler.variable(subject);
  return { variable, inner: compiler.statements(schema, { name: variable, known: undefined, scope }) };
}

function readItem(compiler: ValidatorPrinter, { variable, inner }: Item, expression: string): Statement[] {
  if (inner.length === 0 || inner[0] === REFUSE) return [...inner];
  return [`const ${variable}${compiler.type(': unknown')} = ${expression};`, ...inner];
}

// Items whose results need not be recorded are decided by one expression; undefined for others.
function everyItem(
  compiler: ValidatorPrinter,
  { variable, inner }: Item,
  list: string,
): Statement[] | undefined {
  const refused = inner.length === 0 ? undefined : readCondition(inner);
  if (refused === undefined) return undefined;
  const { test, argument } = /^!(?<test>\w+)\((?<argument>\w+)\)$/.exec(refused)?.groups ?? {};
  if (argument === variable) return [refuse(`!${list}.every(${test})`)];
  return [refuse(`${list}.some((${variable}${compiler.type(': unknown')}) => ${refused})`)];
}

function containsStatements(
  compiler: ValidatorPrinter,
  { contains }: ArrayNode,
  subject: Subject,
): Statement[] {
  if (!contains) return [];
  const { min = 1, max } = contains.count;
  if (min === 0 && max === undefined) return [];
  const count = compiler.variable(subject, 'n');
  const conditions = [
    ...(min > 0 ? [`${count} < ${min}`] : []),
    ...(max === undefined ? [] : [`${count} > ${max}`]),
  ];
  return [
    `const ${count} = ${compiler.runtime('countOf', subject.name, compiler.decide(contains.schema))};`,
    refuse(...conditions),
  ];
}
