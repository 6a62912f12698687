export { createRenderPool } from './render-pool.ts';
