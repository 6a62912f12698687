import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TypesOptions } from '@keyframe/openapi-client';
import { loadWords, portablePath } from '@keyframe/openapi-codegen';
import type { DocumentOptions } from '@keyframe/openapi-model';
import { createFolder } from '@keyframe/openapi-runtime/node';
import {
  defineCommand,
  JSON_OPTION,
  type OptionTable,
  type Streams,
  type Values,
} from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { LOAD_OPTIONS, readLoadOptions, requireOtherFile } from '../options/load-options.ts';

const FLAGS = {
  alphabetize: { description: 'sort paths, members and parameters by name' },
  'array-length': { description: 'write lists with few items as tuples, by minItems and maxItems' },
  'empty-objects-unknown': {
    description: 'write objects without described members as Record<string, unknown>',
  },
  exact: {
    description:
      'write the types of generated clients, not those of openapi-typescript: requests without readOnly members, responses without writeOnly ones, not, unevaluatedProperties, open tuples, files as Blobs',
  },
  'export-type': { description: 'export types instead of interfaces' },
  immutable: { description: 'mark all members and lists as readonly' },
  'path-params-as-types': { description: 'write paths with parameters as template literals' },
  'root-types': { description: 'export a type for each component as well' },
} as const satisfies OptionTable;

const OPTIONS = {
  out: { value: '<file>', description: 'write the types to this file, if they differ from it' },
  check: { description: 'write nothing; exit with 1 if the file differs' },
  'default-non-nullable': {
    value: '<boolean>',
    description:
      'whether members with a default are present outside of requests: true (the default) or false',
    choices: ['true', 'false'],
    default: 'true',
  },
  ...JSON_OPTION,
  ...FLAGS,
  ...LOAD_OPTIONS,
} as const satisfies OptionTable;

/** Writes the types of a document, or compares them with the existing file. */
export const typesCommand = defineCommand({
  name: 'types',
  summary: 'write the types of a document',
  description:
    'Writes the types of a document of OpenAPI 2.0 to 3.2: paths, webhooks, components and operations, assignable to and from those of openapi-typescript. Without --out, the types are printed.',
  arguments: ['<document>'],
  expected: 'exactly one document',
  options: OPTIONS,
  async run({ values, positionals: [document] }, streams) {
    const { check, out } = values;
    if (check && out === undefined) throw new UsageError('--check needs --out <file>.');
    if (out !== undefined) requireOtherFile(out, [document, ...values.overlay]);
    const load = readLoadOptions(values);
    const command = formatCommand(document, values, load);
    const text = await createText(document, { values, load, command, streams });
    if (out !== undefined) return writeOrCompare(text, out, { ...values, streams });
    streams.out(values.json ? JSON.stringify({ types: text }) : text.trimEnd());
    return 0;
  },
});

function formatCommand(document: string, values: Values<typeof OPTIONS>, load: DocumentOptions): string {
  const { out } = values;
  const flags = Object.keys(FLAGS).filter((name) => values[name as keyof typeof FLAGS]);
  return [
    ...['keyframe generate types', portablePath(document)],
    ...(out === undefined ? [] : ['--out', portablePath(out)]),
    ...(values['default-non-nullable'] === 'true' ? [] : ['--default-non-nullable', 'false']),
    ...flags.map((flag) => `--${flag}`),
    ...loadWords(load),
  ].join(' ');
}

interface Creation {
  values: Values<typeof OPTIONS>;
  load: DocumentOptions;
  command: string;
  streams: Streams;
}

async function createText(document: string, { values, load, command, streams }: Creation): Promise<string> {
  const { headerLine } = await import('@keyframe/openapi-codegen');
  const { printTypes } = await import('@keyframe/openapi-client/print-types');
  const { printUnchecked } = await import('@keyframe/openapi-client/print-unchecked');
  const options: TypesOptions = {
    alphabetize: values.alphabetize,
    arrayLength: values['array-length'],
    defaultNonNullable: values['default-non-nullable'] === 'true',
    emptyObjectsUnknown: values['empty-objects-unknown'],
    exportType: values['export-type'],
    immutable: values.immutable,
    pathParamsAsTypes: values['path-params-as-types'],
    rootTypes: values['root-types'],
  };
  const header = headerLine({ tool: 'openapi-client', source: portablePath(document), command });
  const quick = isWhole(load) && !values.exact ? await printUnchecked(document, options) : undefined;
  if (quick !== undefined) return header + quick;
  const { formatProblems, groupProblems, locateProblems } = await import('@keyframe/openapi-model');
  const { readDocument } = await import('@keyframe/openapi-model');
  const { model, skipped, reported } = await readDocument(document, load);
  const warnings = [...reported, ...locateProblems(model.warnings, model.locate)];
  for (const group of groupProblems(warnings)) {
    streams.err(`warning: ${formatProblems('', group).trim()}`);
  }
  for (const operation of skipped) streams.err(`skipped: ${operation}`);
  if (!values.exact) return header + printTypes(model.document, options);
  const { generateTypes } = await import('@keyframe/openapi-client');
  return header + (await generateTypes(model, options));
}

function isWhole({ overlays = [], include = [], exclude = [] }: DocumentOptions): boolean {
  return overlays.length + include.length + exclude.length === 0;
}

interface Comparison {
  check: boolean;
  json: boolean;
  streams: Streams;
}

async function writeOrCompare(
  text: string,
  out: string,
  { check, json, streams }: Comparison,
): Promise<number> {
  const existing = await readFile(out, 'utf8').catch(() => undefined);
  const changed = existing === text ? [] : [out];
  if (check) {
    if (json) streams.out(JSON.stringify({ drift: changed }));
    for (const path of changed)
      streams.err(`${path} differs: run the same command without --check to write it.`);
    return changed.length;
  }
  if (changed.length > 0) await write(out, text);
  if (json) streams.out(JSON.stringify({ written: changed }));
  else for (const path of changed) streams.err(`${path} written`);
  return 0;
}

async function write(out: string, text: string): Promise<void> {
  await createFolder(dirname(out));
  await writeFile(out, text);
}
