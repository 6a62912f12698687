/** The rules that rejected values violate, and words for them. */
export { ValueExplainer } from './explain-value.ts';
export { explainUnion, type Rejection, traceRejection, walkRejections } from './trace-rejection.ts';
