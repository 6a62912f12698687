import { listReferences, print } from '@keyframe/openapi-tooling/generator';
import type { Generation } from '../../generation.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';

/** Writes `decisions.ts`: functions that list what `unevaluated…` keywords are left with, and what these ask. */
export function emitDecisions({ decisions, runtime }: Generation): string {
  const code = decisions.code();
  const used = listReferences(code).map(({ specifier }) => specifier);
  return code.length === 0 ? '' : `${runtimeImports(used, runtime, '')}\n${print(code)}`;
}
