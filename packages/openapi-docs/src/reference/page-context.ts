import type { OpenApiModel } from '@keyframe/openapi-model';
import type { ClientSample } from './code-samples.ts';
import type { Samples } from './sample-values.ts';

/** Converts a description in Markdown to HTML; its headings start at a level, 3 by default. */
export type PrintMarkdown = (text: string, level?: number) => string;

/** Everything that pages need in addition to the operation. */
export interface PageContext {
  readonly model: OpenApiModel;
  readonly samples: Samples;
  readonly markdown: PrintMarkdown;
  readonly server: string;
  readonly keyVariable: string;
  readonly client?: ClientSample;
  /** The start of test keys, which are the only ones that a page sends; any key by default. */
  readonly testKeyPrefix?: string;
  /** The address of the reference's first page, with a slash at both ends. */
  readonly root: string;
  /** The folder of the reference's pages, with a slash at its end; empty for the site's own. */
  readonly folder: string;
}
