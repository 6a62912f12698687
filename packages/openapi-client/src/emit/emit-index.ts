import { exportLine, quote } from '@keyframe/openapi-codegen';
import { RUNTIME, SHARED_NAMES, TYPE_NAMES, WORK_NAMES } from '../describe/runtime-names.ts';
import type { Plan } from '../plan.ts';

interface IndexOptions {
  files: readonly string[];
  /** The names of the validators. */
  validators: readonly string[];
  resolve: (module: string) => string;
}

/** Writes the module that users import. */
export function emitIndex({ modules }: Plan, { files, validators, resolve }: IndexOptions): string {
  const hasWork = files.includes('work.ts');
  const lines = [
    exportLine(hasWork ? [...SHARED_NAMES, ...WORK_NAMES] : SHARED_NAMES, RUNTIME),
    `export * from ${quote(resolve('./client.ts'))};\n`,
    ...modules.map(({ file, namespace }) =>
      namespace === undefined
        ? `export * from ${quote(resolve(`./${file}.ts`))};\n`
        : `export * as ${namespace} from ${quote(resolve(`./${file}.ts`))};\n`,
    ),
    files.includes('queries.ts') ? `export * from ${quote(resolve('./queries.ts'))};\n` : '',
    files.includes('schemas.ts') ? `export type * from ${quote(resolve('./schemas.ts'))};\n` : '',
    exportLine(TYPE_NAMES, resolve('./types.ts')),
    exportLine(validators, resolve('./validators.ts')),
    hasWork ? `export * from ${quote(resolve('./work.ts'))};\n` : '',
    files.includes('webhooks.ts') ? `export * from ${quote(resolve('./webhooks.ts'))};\n` : '',
  ];
  return lines.join('');
}
