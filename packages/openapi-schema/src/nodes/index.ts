/** Keywords of single schemas, without a model: quick to load. */
export {
  type Discriminator,
  listConstants,
  readDiscriminator,
} from '../discriminators/discriminator-constants.ts';
export { listConjuncts } from './applied-nodes.ts';
export type { Handled } from './handled.ts';
export type { Annotations, KeywordValues } from './keyword-node.ts';
export { type NodeSource, readAnnotations, readKeywords, readWritten } from './read-keywords.ts';
