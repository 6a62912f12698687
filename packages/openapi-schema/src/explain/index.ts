/** Words for the rules that rejected values violate. */
export { type DirectedAcceptors, type Explanation, ValueExplainer } from './explain-value.ts';
