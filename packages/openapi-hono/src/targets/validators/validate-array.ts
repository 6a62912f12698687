import { type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { heldSchema, type Place, readNumber, subschemas } from '../../schema/keyword-readers.ts';
import { block, conditionOf, REFUSE, refuse, type Statement, when } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords about lists. */
export function decideArray(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const { name } = subject;
  const min = readNumber(place, 'minItems') ?? 0;
  const max = readNumber(place, 'maxItems');
  const isUnique = memberOf(place.schema, 'uniqueItems') === true;
  return [
    ...sizeStatements(name, min, max),
    ...itemStatements(compiler, place, subject),
    ...containsStatements(compiler, place, subject),
    ...(isUnique ? [refuse(`${compiler.runtime('findTwin', name)} !== undefined`)] : []),
  ];
}

function sizeStatements(name: string, min: number, max: number | undefined): Statement[] {
  if (min > 0 && min === max) return [refuse(`${name}.length !== ${min}`)];
  return [
    ...(min > 0 ? [refuse(`${name}.length < ${min}`)] : []),
    ...(max === undefined ? [] : [refuse(`${name}.length > ${max}`)]),
  ];
}

function itemStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const { name } = subject;
  const prefix = subschemas(place, 'prefixItems');
  const first = prefix.flatMap((located, index) => {
    const item = itemOf(compiler, subject, located);
    return when(`${name}.length > ${index}`, readItem(compiler, item, `${name}[${index}]`));
  });
  const located = heldSchema(place, 'items');
  if (!located) return first;
  if (located.schema === false) return [...first, refuse(`${name}.length > ${prefix.length}`)];
  const item = itemOf(compiler, subject, located);
  const every = prefix.length === 0 ? everyItem(compiler, item, name) : undefined;
  if (every) return every;
  const index = compiler.variable(subject, 'i');
  const head = `for (let ${index} = ${prefix.length}; ${index} < ${name}.length; ${index} += 1)`;
  return [...first, ...block(head, readItem(compiler, item, `${name}[${index}]`))];
}

/** The variable that an item is read into, and what is asked of it. */
interface Item {
  variable: string;
  inner: readonly Statement[];
}

function itemOf(compiler: ValidatorPrinter, subject: Subject, located: LocatedSchema): Item {
  const { scope } = subject;
  const variable = compiler.variable(subject);
  return { variable, inner: compiler.statements(located, { name: variable, known: undefined, scope }) };
}

function readItem(compiler: ValidatorPrinter, { variable, inner }: Item, expression: string): Statement[] {
  if (inner.length === 0 || inner[0] === REFUSE) return [...inner];
  return [`const ${variable}${compiler.type(': unknown')} = ${expression};`, ...inner];
}

// Items about which nothing has to be noted are judged by one expression; undefined for others.
function everyItem(
  compiler: ValidatorPrinter,
  { variable, inner }: Item,
  list: string,
): Statement[] | undefined {
  const refused = inner.length === 0 ? undefined : conditionOf(inner);
  if (refused === undefined) return undefined;
  const { test, argument } = /^!(?<test>\w+)\((?<argument>\w+)\)$/.exec(refused)?.groups ?? {};
  if (argument === variable) return [refuse(`!${list}.every(${test})`)];
  return [refuse(`${list}.some((${variable}${compiler.type(': unknown')}) => ${refused})`)];
}

function containsStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const located = heldSchema(place, 'contains');
  if (!located) return [];
  const min = readNumber(place, 'minContains') ?? 1;
  const max = readNumber(place, 'maxContains');
  if (min === 0 && max === undefined) return [];
  const count = compiler.variable(subject, 'n');
  const conditions = [
    ...(min > 0 ? [`${count} < ${min}`] : []),
    ...(max === undefined ? [] : [`${count} > ${max}`]),
  ];
  return [
    `const ${count} = ${compiler.runtime('countOf', subject.name, compiler.decide(located))};`,
    refuse(...conditions),
  ];
}
