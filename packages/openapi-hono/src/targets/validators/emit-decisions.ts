import type { Generation } from '../../generation.ts';
import { runtimeImports } from '../../printer/runtime-imports.ts';
import { wordsIn } from '../../reserved-names.ts';

/** Writes `decisions.ts`: functions that say whether a value is valid, and fill in what a valid one leaves out. */
export function emitDecisions({ decisions, runtime }: Generation): string {
  const text = decisions.text();
  // A call may have been replaced by a shorter one.
  const words = new Set(wordsIn(text.replaceAll(/[\w$]+(?=: )/g, '')));
  const used = [...decisions.used].filter((name) => words.has(name));
  return text === '' ? '' : `${runtimeImports(used, runtime, '')}\n${text}`;
}
