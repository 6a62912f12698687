import type { Generation } from '../../generation.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';

/** Writes `decisions.ts`: functions that say whether a value is valid, and fill in what a valid one leaves out. */
export function emitDecisions({ decisions, runtime }: Generation): string {
  const text = decisions.text();
  return text === '' ? 'export {};\n' : `${runtimeImports([...decisions.used], runtime, '')}\n${text}`;
}
