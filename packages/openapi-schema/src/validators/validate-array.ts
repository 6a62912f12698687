import type { Handled } from '../nodes/handled.ts';
import type { ArrayNode, Bounds, SchemaNode } from '../nodes/schema-node.ts';
import { call, compare, expressionCode, findPredicate, not } from './expression.ts';
import { runtime } from './runtime-function.ts';
import { loop, REFUSE, readCondition, refuse, type Statement, when } from './statement.ts';
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
    ...(node.isUnique
      ? [refuse(compare(expressionCode(call(runtime('findTwin'), name)), '!==', 'undefined'))]
      : []),
  ];
}

function sizeStatements(name: string, { min = 0, max }: Bounds): Statement[] {
  const length = `${name}.length`;
  if (min > 0 && min === max) return [refuse(compare(length, '!==', String(min)))];
  return [
    ...(min > 0 ? [refuse(compare(length, '<', String(min)))] : []),
    ...(max === undefined ? [] : [refuse(compare(length, '>', String(max)))]),
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
    return when(compare(`${name}.length`, '>', String(index)), readItem(item, `${name}[${index}]`));
  });
  if (!items) return first;
  if (items.kind === 'never')
    return [...first, refuse(compare(`${name}.length`, '>', String(prefix.length)))];
  const item = nameItem(compiler, subject, items);
  const every = prefix.length === 0 ? everyItem(item, name) : undefined;
  if (every) return every;
  const index = compiler.variable(subject, 'i');
  const head = `for (let ${index} = ${prefix.length}; ${index} < ${name}.length; ${index} += 1)`;
  return [...first, ...loop(head, readItem(item, `${name}[${index}]`))];
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

function readItem({ variable, inner }: Item, expression: string): Statement[] {
  if (inner.length === 0 || inner[0] === REFUSE) return [...inner];
  return [`const ${variable}: unknown = ${expression};`, ...inner];
}

// Items whose results need not be recorded are decided by one expression; undefined for others.
function everyItem({ variable, inner }: Item, list: string): Statement[] | undefined {
  const refused = inner.length === 0 ? undefined : readCondition(inner);
  if (refused === undefined) return undefined;
  const test = findPredicate(refused, variable);
  if (test !== undefined) return [refuse(not(call(`${list}.every`, test)))];
  const head = `(${variable}: unknown) => `;
  return [refuse(call(`${list}.some`, [head, expressionCode(refused)]))];
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
    ...(min > 0 ? [compare(count, '<', String(min))] : []),
    ...(max === undefined ? [] : [compare(count, '>', String(max))]),
  ];
  const counted = call(runtime('countOf'), subject.name, compiler.decide(contains.schema));
  return [[`const ${count} = `, expressionCode(counted), ';'], refuse(...conditions)];
}
