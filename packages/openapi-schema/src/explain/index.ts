/** The rules that rejected values violate, and words for them. */
export { type DirectedAcceptors, type Explanation, ValueExplainer } from './explain-value.ts';
export {
  type AcceptsValue,
  type BranchExplainer,
  explainUnion,
  type Rejection,
  traceRejection,
  type WalkedRejection,
  walkRejections,
} from './trace-rejection.ts';
