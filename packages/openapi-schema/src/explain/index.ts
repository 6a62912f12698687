/** The rules that rejected values violate, and words for them. */
export { type DirectedAcceptors, type Explanation, ValueExplainer } from './explain-value.ts';
export {
  type AcceptsValue,
  type BranchExplainer,
  explainUnion,
  type Rejection,
  traceRejection,
} from './trace-rejection.ts';
