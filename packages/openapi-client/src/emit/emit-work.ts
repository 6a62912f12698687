// Functions that start work, or continue it by its id. They are in a module of their own, which only clients of documents
// with such work have.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/work';
import { type Code, docstring, print, quote } from '@keyframe/openapi-tooling/generator';
import { describeWork, findMember, toPointer } from '../describe/work.ts';
import type { Plan, PlannedOperation, PlannedWork } from '../plan.ts';
import { parametersCode } from './emit-operations.ts';
import { importLine, RUNTIME, WORK_RUNTIME } from './runtime-names.ts';

/** Writes the module of the work of a document; none if the document has none. */
export function emitWork({ model, modules, works }: Plan): Record<string, string> {
  if (works.length === 0) return {};
  const imports = new Set<string>();
  const operations = new Set<Operation>();
  const planned = new Map(
    modules.flatMap((module) => module.operations.map((each) => [each.operation, each] as const)),
  );
  const texts = works.map((work) => workText(work, { model, planned, imports, operations }));
  const definitions = modules.map(({ file, operations: members }) => {
    const names = members
      .filter(({ operation }) => operations.has(operation))
      .map(({ definition }) => definition);
    return importLine('import', names, `./${file}.ts`);
  });
  const types = ['type CallOptions', 'type Client', 'type DataOf', 'type RequestOf'];
  return {
    'work.ts': [
      importLine('import', types, RUNTIME),
      importLine('import', imports, WORK_RUNTIME),
      ...definitions,
      `import type { operations } from './types.ts';\n\n`,
      texts.join('\n'),
    ].join(''),
  };
}

interface Output {
  model: OpenApiModel;
  planned: ReadonlyMap<Operation, PlannedOperation>;
  imports: Set<string>;
  operations: Set<Operation>;
}

function workText(planned: PlannedWork, output: Output): string {
  const { work, names } = planned;
  const find = (operation: Operation) => output.planned.get(operation) as PlannedOperation;
  const name = (operation: Operation) => find(operation).definition;
  const { code, calls, operations } = describeWork(work, { name, operations: output.model.operations });
  const type = workType(planned, (operation) => find(operation).key);
  const [start, resume] = work.isList ? ['startWorks', 'resumeWorks'] : ['startWork', 'resumeWork'];
  const definitionType = work.isList ? 'WorksDefinition' : 'WorkDefinition';
  for (const operation of operations) output.operations.add(operation);
  for (const each of [...calls, start, resume, `type ${definitionType}`, ...type.imports])
    output.imports.add(each);
  const { method, path } = work.start;
  const call = `\`${method.toUpperCase()} ${path}\``;
  const key = find(work.start).idempotencyKey?.name;
  return [
    print([`export const ${names.definition}: ${definitionType} = `, code, ';']),
    '\n\n',
    docstring(`The work that ${call} starts.`),
    print([`export type ${names.type} = `, type.code, ';']),
    '\n\n',
    docstring(
      `Starts work by ${call} and returns a handle, whose \`result\` waits for its end.${key === undefined ? '' : ` One \`${key}\` for all attempts starts it once; pass your own to start it once over several processes.`}`,
    ),
    `export function ${names.start}(\n${parametersCode(find(work.start))}): Promise<${names.type}> {\n`,
    `  return ${start}(client, ${names.definition}, { request, options });\n}\n\n`,
    docstring(
      `Continues the work that ${call} started, also in another process, by its \`id\`. Sends nothing yet.`,
    ),
    `export function ${names.resume}(client: Client, id: string): ${names.type} {\n`,
    `  return ${resume}(client, ${names.definition}, id);\n}\n`,
  ].join('');
}

function workType(
  { work }: PlannedWork,
  key: (operation: Operation) => string,
): { code: Code; imports: string[] } {
  const { states, result, cancel, reader, isList } = work;
  const imports = new Set([cancel ? 'type CancellableWork' : 'type Work']);
  const data = `DataOf<operations[${quote(key(reader))}]>`;
  const isByStatus = states.state === '$statusCode';
  const path = `[${splitPointer(toPointer(states.state)).map(quote).join(', ')}]`;
  const narrow = (words: readonly string[]) => {
    if (isByStatus || words.length === 0) return data;
    imports.add('type ReadingIn');
    return `ReadingIn<${data}, ${path}, ${words.map(quote).join(' | ')}>`;
  };
  const last = narrow([...states.success, ...states.ended]);
  const member = findMember(result);
  let value = last;
  if (result.kind === 'operation') value = `DataOf<operations[${quote(key(result.call.operation))}]>`;
  if (member !== undefined) {
    imports.add('type ResultAt');
    value = `ResultAt<${last}, [${splitPointer(member).map(quote).join(', ')}]>`;
  }
  const failure = isByStatus ? 'unknown' : narrow([...states.failure, ...states.cancelled, ...states.ended]);
  const name = cancel ? 'CancellableWork' : 'Work';
  const args = [isList ? `${value}[]` : value, failure, data];
  return {
    code: {
      open: `${name}<`,
      close: '>',
      separator: ',',
      items: args.map((code) => ({ code, comment: undefined })),
    },
    imports: [...imports],
  };
}
