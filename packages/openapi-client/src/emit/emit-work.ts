// Functions that start work, or continue it by its id. They are in a module of their own, which only clients of documents
// with such work have.

import {
  type Code,
  declare,
  docstring,
  generic,
  quote,
  type Reference,
  reference,
  separate,
} from '@keyframe/openapi-codegen';
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/work';
import { runtime } from '../describe/runtime-names.ts';
import { describeWork, findMember, toPointer } from '../describe/work.ts';
import type { Plan, PlannedOperation, PlannedWork } from '../plan.ts';
import { operationType, parametersCode } from './emit-operations.ts';

/** Writes the module of the work of a document; none if the document has none. */
export function emitWork({ model, modules, works }: Plan): Record<string, Code> {
  if (works.length === 0) return {};
  const planned = new Map<Operation, Definition>();
  for (const { file, operations } of modules) {
    for (const each of operations)
      planned.set(each.operation, { ...each, reference: reference(`./${file}.ts`, each.definition) });
  }
  const codes = works.map((work) => workCode(work, { model, planned }));
  return { 'work.ts': separate(codes, '\n') };
}

interface Definition extends PlannedOperation {
  reference: Reference;
}

interface Output {
  model: OpenApiModel;
  planned: ReadonlyMap<Operation, Definition>;
}

function workCode(planned: PlannedWork, output: Output): Code {
  const { work, names } = planned;
  const find = (operation: Operation) => output.planned.get(operation) as Definition;
  const name = (operation: Operation) => find(operation).reference;
  const { code } = describeWork(work, { name, operations: output.model.operations });
  const type = workType(planned, (operation) => find(operation).key);
  const [start, resume] = work.isList ? ['startWorks', 'resumeWorks'] : ['startWork', 'resumeWork'];
  const definitionType = work.isList ? 'WorksDefinition' : 'WorkDefinition';
  const { method, path } = work.start;
  const call = `\`${method.toUpperCase()} ${path}\``;
  const key = find(work.start).idempotencyKey?.name;
  return [
    ['export const ', declare(names.definition), ': ', runtime(`type ${definitionType}`), ' = ', code, ';'],
    '\n\n',
    docstring(`The work that ${call} starts.`),
    ['export type ', declare(names.type), ' = ', type, ';'],
    '\n\n',
    docstring(
      `Starts work by ${call} and returns a handle, whose \`result\` waits for its end.${key === undefined ? '' : ` One \`${key}\` for all attempts starts it once; pass your own to start it once over several processes.`}`,
    ),
    ['export function ', declare(names.start), '(\n', parametersCode(find(work.start))],
    [`): Promise<${names.type}> {\n  return `, runtime(start)],
    `(client, ${names.definition}, { request, options });\n}\n\n`,
    docstring(
      `Continues the work that ${call} started, also in another process, by its \`id\`. Sends nothing yet.`,
    ),
    ['export function ', declare(names.resume), '(client: ', runtime('type Client')],
    [`, id: string): ${names.type} {\n  return `, runtime(resume), `(client, ${names.definition}, id);\n}\n`],
  ];
}

function workType({ work }: PlannedWork, key: (operation: Operation) => string): Code {
  const { states, result, cancel, reader, isList } = work;
  const dataType = (operation: Operation) => generic(runtime('type DataOf'), operationType(key(operation)));
  const data = dataType(reader);
  const isByStatus = states.state === '$statusCode';
  const path = `[${splitPointer(toPointer(states.state)).map(quote).join(', ')}]`;
  const narrow = (words: readonly string[]) => {
    if (isByStatus || words.length === 0) return data;
    return generic(runtime('type ReadingIn'), data, path, words.map(quote).join(' | '));
  };
  const last = narrow([...states.success, ...states.ended]);
  const member = findMember(result);
  let value = last;
  if (result.kind === 'operation') value = dataType(result.call.operation);
  if (member !== undefined) {
    const members = `[${splitPointer(member).map(quote).join(', ')}]`;
    value = generic(runtime('type ResultAt'), last, members);
  }
  const failure = isByStatus ? 'unknown' : narrow([...states.failure, ...states.cancelled, ...states.ended]);
  const type = runtime(cancel ? 'type CancellableWork' : 'type Work');
  return generic(type, isList ? [value, '[]'] : value, failure, data);
}
