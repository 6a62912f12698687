import type { Client } from './client.ts';

type Bound<TFunctions> = {
  [TName in keyof TFunctions]: TFunctions[TName] extends (
    client: Client,
    ...parameters: infer TRest
  ) => infer TResult
    ? (...parameters: TRest) => TResult
    : never;
};

/**
 * Binds generated functions to a client: `bind(client, { getTask }).getTask(…)`. An app ships what it names; a whole
 * module of functions (`import * as tasks`) may be bound as well.
 */
export function bind<TFunctions extends object>(client: Client, functions: TFunctions): Bound<TFunctions> {
  const bound = Object.entries(functions).map(([name, run]) => [
    name,
    typeof run === 'function' ? (...parameters: unknown[]) => run(client, ...parameters) : run,
  ]);
  return Object.fromEntries(bound);
}
