import { type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { heldSchema, type Place, readNumber, subschemas } from '../../schema/keyword-readers.ts';
import { block, REFUSE, type Statement } from './statement.ts';
import type { Subject, ValidatorPrinter } from './validator-printer.ts';

/** Decides the keywords about lists. */
export function decideArray(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const { name } = subject;
  const min = readNumber(place, 'minItems') ?? 0;
  const max = readNumber(place, 'maxItems');
  const isUnique = memberOf(place.schema, 'uniqueItems') === true;
  return [
    ...(min > 0 ? [`if (${name}.length < ${min}) ${REFUSE}`] : []),
    ...(max === undefined ? [] : [`if (${name}.length > ${max}) ${REFUSE}`]),
    ...itemStatements(compiler, place, subject),
    ...containsStatements(compiler, place, subject),
    ...(isUnique ? [`if (${compiler.runtime('findTwin', name)} !== undefined) ${REFUSE}`] : []),
  ];
}

function itemStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const { name } = subject;
  const prefix = subschemas(place, 'prefixItems');
  const first = prefix.flatMap((located, index) => {
    const item = itemOf(compiler, subject, located);
    return block(`if (${name}.length > ${index})`, item.statements(`${name}[${index}]`));
  });
  const located = heldSchema(place, 'items');
  if (!located) return first;
  if (located.schema === false) return [...first, `if (${name}.length > ${prefix.length}) ${REFUSE}`];
  const index = compiler.variable(subject, 'i');
  const head = `for (let ${index} = ${prefix.length}; ${index} < ${name}.length; ${index} += 1)`;
  return [...first, ...block(head, itemOf(compiler, subject, located).statements(`${name}[${index}]`))];
}

function itemOf(compiler: ValidatorPrinter, subject: Subject, located: LocatedSchema) {
  return {
    statements: (expression: string): Statement[] => {
      const name = compiler.variable(subject);
      const inner = compiler.statements(located, { name, known: undefined, scope: subject.scope });
      if (inner.length === 0) return [];
      if (inner[0] === REFUSE) return inner;
      return [`const ${name}${compiler.type(': unknown')} = ${expression};`, ...inner];
    },
  };
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
    `if (${conditions.join(' || ')}) ${REFUSE}`,
  ];
}
