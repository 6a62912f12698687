import { appendPointer, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { readNumber } from '../compile-scalars.ts';
import { type Place, subschemas } from '../schema-graph.ts';
import type { DecisionCompiler, Subject } from './decision-compiler.ts';
import { block, REFUSE, type Statement } from './statement.ts';

/** Decides the keywords about lists. */
export function decideArray(compiler: DecisionCompiler, place: Place, subject: Subject): Statement[] {
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

function itemStatements(compiler: DecisionCompiler, place: Place, subject: Subject): Statement[] {
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

function itemOf(compiler: DecisionCompiler, subject: Subject, located: LocatedSchema) {
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

function containsStatements(compiler: DecisionCompiler, place: Place, subject: Subject): Statement[] {
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

/** Reads the schema that a keyword holds; undefined when the keyword is absent. */
export function heldSchema({ schema, pointer }: Place, keyword: string): LocatedSchema | undefined {
  const value = memberOf(schema, keyword);
  return isSchema(value) ? { schema: value, pointer: appendPointer(pointer, keyword) } : undefined;
}
