import type { Plan } from '../plan.ts';
import {
  importLine,
  RUNTIME,
  SHARED_TYPES,
  SHARED_VALUES,
  WORK_RUNTIME,
  WORK_TYPES,
  WORK_VALUES,
} from './runtime-names.ts';

const WORK_EXPORTS = importLine(
  'export',
  [...WORK_VALUES, ...WORK_TYPES.map((name) => `type ${name}`)],
  WORK_RUNTIME,
);

/** Writes the module that users import. */
export function emitIndex(
  { modules }: Plan,
  { files, validators }: { files: readonly string[]; validators: readonly string[] },
): string {
  const lines = [
    importLine('export', [...SHARED_VALUES, ...SHARED_TYPES.map((name) => `type ${name}`)], RUNTIME),
    `export * from './client.ts';\n`,
    ...modules.map(({ file, namespace }) =>
      namespace === undefined
        ? `export * from './${file}.ts';\n`
        : `export * as ${namespace} from './${file}.ts';\n`,
    ),
    files.includes('queries.ts') ? `export * from './queries.ts';\n` : '',
    files.includes('schemas.ts') ? `export type * from './schemas.ts';\n` : '',
    `export type { components, operations, paths } from './types.ts';\n`,
    importLine('export', validators, './validators.ts'),
    ...(files.includes('work.ts') ? [WORK_EXPORTS, `export * from './work.ts';\n`] : []),
    files.includes('webhooks.ts') ? `export * from './webhooks.ts';\n` : '',
  ];
  return lines.join('');
}
