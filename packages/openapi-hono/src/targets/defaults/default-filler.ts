// Writes the functions that complete a value which was accepted: defaults are filled in, and what a direction ignores
// is taken out. They ask the value as it came in, and change copies.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { jsonCode, print, quote } from '@keyframe/openapi-model/generator';
import { discriminatorOf, findDiscriminant } from '../../schema/discriminant.ts';
import { heldSchema, namesOf, type Place, schemaMap, subschemas } from '../../schema/keyword-readers.ts';
import { isInheritedName } from '../../schema/keywords.ts';
import { block, REFUSE, type Statement } from '../validators/statement.ts';
import { discriminantCases, testOf, type Union } from '../validators/validate-in-place.ts';
import { namedTest, ownMember } from '../validators/validate-object.ts';
import { unevaluatedFunction } from '../validators/validate-unevaluated.ts';
import type { Subject, ValidatorPrinter } from '../validators/validator-printer.ts';

/** Names the function that completes values of a schema; undefined when there is nothing to complete. */
export function fillFunction(compiler: ValidatorPrinter, given: LocatedSchema): string | undefined {
  const located = compiler.graph.view(given);
  const { schema, pointer } = located;
  if (!isJsonObject(schema) || !compiler.graph.needsDefaults(located)) return undefined;
  return compiler.function('fill', located, (name) => ({
    name: `fill${name}`,
    parameters: `v${compiler.type(': unknown')}, t${compiler.type(': unknown')}`,
    result: 'unknown',
    body: () => [...fillStatements(compiler, { schema, pointer }), 'return t;'],
  }));
}

function fillStatements(compiler: ValidatorPrinter, place: Place): Statement[] {
  const subject: Subject = { name: 'v', known: undefined, scope: { count: 0 } };
  const object = objectStatements(compiler, place, subject);
  const array = arrayStatements(compiler, place, subject);
  const asObject = compiler.type(' as Record<string, unknown>');
  return [
    ...block(
      `if (${compiler.runtime('isObject', 'v')})`,
      object.length === 0 ? [] : [`let o = t${asObject};`, ...object, 't = o;'],
    ),
    ...block(
      'if (Array.isArray(v))',
      array.length === 0 ? [] : [`let a = t${compiler.type(' as unknown[]')};`, ...array, 't = a;'],
    ),
    ...inPlaceStatements(compiler, place, subject),
  ];
}

const COPY_OBJECT = 'if (o === v) o = { ...v };';
const COPY_ARRAY = 'if (a === v) a = [...v];';

// Completes what a name, or an index, leads to: `read` and `target` are the same place in the value and in its copy.
function nestedStatements(
  compiler: ValidatorPrinter,
  located: LocatedSchema,
  { subject, read, target, write }: Nested,
): Statement[] {
  const fill = fillFunction(compiler, located);
  if (fill === undefined) return [];
  const variable = compiler.variable(subject, 'm');
  return [
    `const ${variable} = ${fill}(${read}, ${target});`,
    ...block(`if (${variable} !== ${target})`, write(variable)),
  ];
}

interface Nested {
  subject: Subject;
  read: string;
  target: string;
  write: (value: string) => Statement[];
}

function writeMember(compiler: ValidatorPrinter, name: string, value: string): Statement[] {
  const write = isInheritedName(name)
    ? `${compiler.runtime('setMember', 'o', quote(name), value)};`
    : `o[${quote(name)}] = ${value};`;
  return [COPY_OBJECT, write];
}

function objectStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const required = new Set(namesOf(memberOf(place.schema, 'required')));
  const ignored = new Set(compiler.graph.ignoredMembers(place));
  const members = schemaMap(place, 'properties').flatMap(({ name, located }): Statement[] => {
    if (ignored.has(name)) return [];
    const read = ownMember(compiler, 'v', name);
    const target = ownMember(compiler, 'o', name);
    const write = (value: string) => writeMember(compiler, name, value);
    const nested = nestedStatements(compiler, located, { subject, read, target, write });
    const fallback = required.has(name) ? undefined : compiler.graph.defaultOf(located);
    const fill = fallback === undefined ? undefined : defaultCode(compiler, located, fallback);
    return [
      ...block(`if (${read} !== undefined)`, nested),
      ...(fill === undefined
        ? []
        : block(`if (${read} === undefined && ${target} === undefined)`, write(fill))),
    ];
  });
  const removed = [...ignored].flatMap((name) =>
    block(`if (${ownMember(compiler, 'o', name)} !== undefined)`, [COPY_OBJECT, `delete o[${quote(name)}];`]),
  );
  return [...members, ...walkStatements(compiler, place, subject), ...removed];
}

// The default of an object may itself leave members to be filled in.
function defaultCode(compiler: ValidatorPrinter, located: LocatedSchema, fallback: JsonValue): string {
  const literal = print(jsonCode(fallback));
  const fill = fillFunction(compiler, located);
  return fill === undefined ? literal : compiler.runtime('completed', fill, literal);
}

function walkStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const patterns = schemaMap(place, 'patternProperties');
  const put = (located: LocatedSchema): Statement[] =>
    nestedStatements(compiler, located, {
      subject,
      read: 'v[k]',
      target: 'o[k]',
      write: (value) => [COPY_OBJECT, `${compiler.runtime('setMember', 'o', 'k', value)};`],
    });
  const matching = patterns.flatMap(({ name, located }) => {
    const inner = put(located);
    return inner.length === 0 ? [] : block(`if (${compiler.pattern(name)}.test(k))`, inner);
  });
  const additional = heldSchema(place, 'additionalProperties');
  const others = additional ? put(additional) : [];
  const rest = others.length === 0 ? [] : otherMembers(compiler, place, others);
  const walk = block('for (const k of Object.keys(v))', [...matching, ...rest]);
  return [...walk, ...restStatements(compiler, place, { kind: 'properties', put })];
}

// For the members that neither `properties` nor `patternProperties` names.
function otherMembers(compiler: ValidatorPrinter, place: Place, body: Statement[]): Statement[] {
  const names = schemaMap(place, 'properties').map(({ name }) => name);
  const conditions = [
    ...namedTest(compiler, names, 'k'),
    ...schemaMap(place, 'patternProperties').map(({ name }) => `!${compiler.pattern(name)}.test(k)`),
  ];
  return conditions.length === 0 ? body : block(`if (${conditions.join(' && ')})`, body);
}

interface Rest {
  kind: 'items' | 'properties';
  put: (located: LocatedSchema) => Statement[];
}

function restStatements(compiler: ValidatorPrinter, place: Place, { kind, put }: Rest): Statement[] {
  const keyword = kind === 'items' ? 'unevaluatedItems' : 'unevaluatedProperties';
  const located = heldSchema(place, keyword);
  const body = located ? put(located) : [];
  const rest = body.length === 0 ? undefined : unevaluatedFunction(compiler, place, kind);
  return rest === undefined ? [] : block(`for (const k of ${rest}(v))`, body);
}

function arrayStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const put = (located: LocatedSchema, index = 'k'): Statement[] =>
    nestedStatements(compiler, located, {
      subject,
      read: `v[${index}]`,
      target: `a[${index}]`,
      write: (value) => [COPY_ARRAY, `a[${index}] = ${value};`],
    });
  const prefix = subschemas(place, 'prefixItems');
  const first = prefix.flatMap((located, index) =>
    block(`if (v.length > ${index})`, put(located, String(index))),
  );
  const items = heldSchema(place, 'items');
  const head = `for (let k = ${prefix.length}; k < v.length; k += 1)`;
  return [
    ...first,
    ...block(head, items ? put(items) : []),
    ...restStatements(compiler, place, { kind: 'items', put }),
  ];
}

function inPlaceStatements(compiler: ValidatorPrinter, place: Place, subject: Subject): Statement[] {
  const always = [...compiler.graph.referenced(place), ...subschemas(place, 'allOf')];
  const condition = heldSchema(place, 'if');
  const branch = (keyword: string) => {
    const located = heldSchema(place, keyword);
    return located ? apply(compiler, located) : [];
  };
  return [
    ...always.flatMap((part) => apply(compiler, part)),
    ...unionStatements(compiler, { place, keyword: 'anyOf' }, subject),
    ...unionStatements(compiler, { place, keyword: 'oneOf' }, subject),
    ...(condition
      ? block(
          `if (${testOf(compiler, condition, subject)})`,
          [...branch('if'), ...branch('then')],
          branch('else'),
        )
      : []),
    ...schemaMap(place, 'dependentSchemas').flatMap(({ name, located }) =>
      block(
        `if (${compiler.runtime('isObject', 'v')} && ${ownMember(compiler, 'v', name)} !== undefined)`,
        apply(compiler, located),
      ),
    ),
  ];
}

function apply(compiler: ValidatorPrinter, located: LocatedSchema): Statement[] {
  const fill = fillFunction(compiler, located);
  return fill ? [`t = ${fill}(v, t);`] : [];
}

function unionStatements(
  compiler: ValidatorPrinter,
  { place, keyword }: Union,
  subject: Subject,
): Statement[] {
  const branches = subschemas(place, keyword);
  if (branches.every((branch) => fillFunction(compiler, branch) === undefined)) return [];
  const each = () =>
    branches.flatMap((branch) => block(`if (${testOf(compiler, branch, subject)})`, apply(compiler, branch)));
  const discriminant = findDiscriminant(compiler.graph, branches, discriminatorOf(place));
  if (!discriminant) return each();
  const cases = discriminantCases(compiler, { discriminant, branches, subject }, (branch) =>
    apply(compiler, branch),
  );
  return block(`if (${compiler.runtime('isObject', 'v')})`, withoutRefusal(cases), each());
}

// The value was accepted, so one of the branches is the one.
function withoutRefusal(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((statement): Statement[] => {
    if (typeof statement === 'string')
      return statement === REFUSE || statement.endsWith(REFUSE) ? [] : [statement];
    return block(statement.head, withoutRefusal(statement.body), withoutRefusal(statement.otherwise));
  });
}
