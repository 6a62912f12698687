/** Functions that decide whether schemas accept a value, compiled in memory or printed as code. */
export { type AcceptorOptions, compileAcceptors, createLazyAcceptors } from './acceptors.ts';
export { compileDecisions } from './compile-decisions.ts';
export { ExactValidators } from './exact-validators.ts';
export type { Acceptor } from './schema-interpreter.ts';
export { unevaluatedFunction } from './validate-unevaluated.ts';
export { DecisionCompiler } from './validator-compiler.ts';
export { DecisionModule } from './validator-module.ts';
