import type { Client } from './client.ts';

type Bound<TFunctions> = {
  [TName in keyof TFunctions]: TFunctions[TName] extends (
    client: Client,
    ...rest: infer TRest
  ) => infer TResult
    ? (...rest: TRest) => TResult
    : never;
};

/**
 * Binds generated functions to a client: `bind(client, { getTask }).getTask(…)`. An app ships what it names; a whole
 * module of functions (`import * as tasks`) may be bound as well.
 */
export function bind<TFunctions extends object>(client: Client, functions: TFunctions): Bound<TFunctions> {
  const bound = Object.entries(functions).map(([name, run]) => [
    name,
    typeof run === 'function' ? (...rest: unknown[]) => run(client, ...rest) : run,
  ]);
  return Object.fromEntries(bound);
}
