import type { OpenApiModel } from '@keyframe/openapi-model';
import type { ClientSample } from './code-samples.ts';

/** Everything that pages need in addition to the operation. */
export interface PageContext {
  readonly model: OpenApiModel;
  readonly server: string;
  readonly keyVariable: string;
  readonly client?: ClientSample;
  /** The start of test keys; pages then contain a form that sends requests with such a key. */
  readonly testKeyPrefix?: string;
  /** The address of the reference's first page, with a slash at both ends. */
  readonly root: string;
  /** The folder of the reference's pages, with a slash at its end; empty for the site's own. */
  readonly folder: string;
}
