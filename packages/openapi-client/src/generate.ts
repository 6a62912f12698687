import {
  type Code,
  type GeneratedFile,
  headerLine,
  type ImportExtension,
  printModule,
  replaceImportExtension,
} from '@keyframe/openapi-codegen';
import { locateProblems, type OpenApiModel, type Problem } from '@keyframe/openapi-model';
import type { ConventionOverrides } from '@keyframe/openapi-resources';
import { findUnsatisfiable, writeDiscriminators } from '@keyframe/openapi-schema';
import type { Conversions } from './describe/date-formats.ts';
import type { Statuses } from './describe/responses.ts';
import { RUNTIME } from './describe/runtime-names.ts';
import { emitClient } from './emit/emit-client.ts';
import { emitDates } from './emit/emit-dates.ts';
import { emitIndex } from './emit/emit-index.ts';
import { emitOperations } from './emit/emit-operations.ts';
import { emitQueries } from './emit/emit-queries.ts';
import { emitSchemas } from './emit/emit-schemas.ts';
import { emitTypes } from './emit/emit-types.ts';
import { emitValidators } from './emit/emit-validators.ts';
import { emitWebhooks } from './emit/emit-webhooks.ts';
import { emitWork } from './emit/emit-work.ts';
import { listReserved } from './emit/reserved-names.ts';
import { planClient } from './plan.ts';
import type { TypesOptions } from './print/types-options.ts';

/** Options of `generate`. */
export interface GenerateOptions extends Conversions {
  /** Document named in the first line of each file; the model's own source by default. */
  source?: string | undefined;
  /** Command named in the first line of each file. */
  command?: string | undefined;
  /** Whether the functions of each tag have a module of their own. */
  groupByTag?: boolean | undefined;
  /** File extension of imports between generated modules; `ts` by default. */
  importExtension?: ImportExtension | undefined;
  /** Whether options of TanStack Query are written, in `queries.ts`. */
  query?: boolean | undefined;
  /** New names of functions, by operationIds, or by `GET /path`. */
  rename?: Readonly<Record<string, string>> | undefined;
  /** `documented` accepts only documented statuses, the default; `any` accepts each by its class: every 2xx is the success. */
  statuses?: Statuses | undefined;
  /** Whether responses are validated, and each component has a Standard Schema, in `validators.ts`. */
  validate?: boolean | undefined;
  /** Module that contains the types, as `generateTypes` writes them; without it, `types.ts` is written. */
  types?: string | undefined;
  /** Names that mean something other than by default. */
  conventions?: ConventionOverrides | undefined;
}

/** The files of a client. */
export interface Generated {
  files: GeneratedFile[];
  /** Problems that were read leniently, and names that had to be changed. */
  warnings: readonly Problem[];
}

/** Generates the client of a document; a pure function of its input. */
export async function generate(model: OpenApiModel, options: GenerateOptions = {}): Promise<Generated> {
  const {
    source = model.source,
    dates,
    int64,
    groupByTag = false,
    query = false,
    importExtension = 'ts',
    types,
    statuses = 'documented',
    validate = false,
  } = options;
  const command = options.command ?? `keyframe generate client ${source}`;
  const discriminated = writeDiscriminators(model);
  const plan = planClient(discriminated.model, {
    groupByTag,
    rename: options.rename,
    conventions: options.conventions,
    reserved: listReserved(),
  });
  const conversions = { dates, int64 };
  const typed = emitTypes(plan, conversions);
  const dated = dates || int64 ? emitDates(plan, conversions) : undefined;
  const validators = validate
    ? emitValidators(plan, { dates: dated?.components, findOrigin: discriminated.findOrigin })
    : undefined;
  const codes: Record<string, Code> = {
    'client.ts': emitClient(plan),
    ...emitOperations(plan, { statuses, checks: validators?.checks, dates: dated, conversions }),
    ...emitSchemas(plan, typed),
    ...emitWebhooks(plan, { nameDates: dated?.nameMessages, int64 }),
    ...emitWork(plan),
    ...(dated ? { 'dates.ts': dated.code } : {}),
    ...(query ? emitQueries(plan) : {}),
    ...(validators ? { 'validators.ts': validators.code } : {}),
    ...(types === undefined ? { 'types.ts': typed.text } : {}),
  };
  const resolve = (module: string) => resolveModule(module, { types, importExtension });
  codes['index.ts'] = emitIndex(plan, {
    files: Object.keys(codes),
    validators: validators?.schemas ?? [],
    resolve,
  });
  const header = headerLine({ tool: 'openapi-client', source, command });
  const files = Object.entries(codes).map(([path, code]) => ({
    path,
    text: header + printModule(code, { resolve }),
  }));
  const problems = [...findUnsatisfiable(model), ...discriminated.problems, ...plan.warnings];
  const warnings = locateProblems(
    [...model.warnings, ...problems.map(model.restoreNames)],
    discriminated.model.locate,
  );
  return { files: files.sort((left, right) => (left.path < right.path ? -1 : 1)), warnings };
}

/** Generates only the types of a document, to share them between clients and servers. */
export async function generateTypes(
  model: OpenApiModel,
  { dates, int64, ...options }: TypesOptions & Conversions = {},
): Promise<string> {
  return emitTypes(
    planClient(writeDiscriminators(model).model, { groupByTag: false, reserved: listReserved() }),
    { dates, int64 },
    options,
  ).text;
}

function resolveModule(
  module: string,
  { types, importExtension }: { types: string | undefined; importExtension: ImportExtension },
): string {
  if (module === 'runtime') return RUNTIME;
  if (module === './types.ts' && types !== undefined) return types;
  return replaceImportExtension(module, importExtension);
}
