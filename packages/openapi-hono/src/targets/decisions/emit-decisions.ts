import type { Generation } from '../../generation.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';
import { listWords } from '../../reserved-names.ts';

/** Writes `decisions.ts`: functions that list what `unevaluated…` keywords are left with, and what these ask. */
export function emitDecisions({ decisions, runtime }: Generation): string {
  const text = decisions.text();
  // A call may have been replaced by a shorter one.
  const words = new Set(listWords(text.replaceAll(/[\w$]+(?=: )/g, '')));
  const used = [...decisions.used].filter((name) => words.has(name));
  return text === '' ? '' : `${runtimeImports(used, runtime, '')}\n${text}`;
}
