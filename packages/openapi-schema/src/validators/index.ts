/** Functions that decide whether schemas accept a value, interpreted or printed as code. */
export { createLazyAcceptors } from './acceptors.ts';
export { ExactValidators } from './exact-validators.ts';
export { interpretDecisions } from './interpret-decisions.ts';
export type { Acceptor } from './schema-interpreter.ts';
export { unevaluatedFunction } from './validate-unevaluated.ts';
export { DecisionCompiler } from './validator-compiler.ts';
export { DecisionModule } from './validator-module.ts';
