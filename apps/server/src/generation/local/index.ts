export { planReferences, type ReferencePlan } from './plan-references.ts';
export { createRenderPool } from './render-pool.ts';
export type { RawReference } from './render-request.ts';
