import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { SchemaGraph } from '@keyframe/openapi-schema';
import type { ClientSample } from './code-samples.ts';
import type { ConsumersByPointer } from './consumers.ts';
import type { Samples } from './sample-values.ts';

/** A request that the service sends: a webhook, or a callback without a webhook of the same name. */
export interface SentRequest {
  readonly slug: string;
  readonly name: string;
  readonly operation: Operation;
}

/** Converts a description in Markdown to HTML; its headings start at a level, 3 by default. */
export type PrintMarkdown = (text: string, level?: number) => string;

/** Everything that pages need in addition to the operation. */
export interface PageContext {
  readonly model: OpenApiModel;
  /** The schemas of the document as it writes them. */
  readonly schemas: SchemaGraph;
  readonly samples: Samples;
  readonly markdown: PrintMarkdown;
  readonly server: string;
  readonly keyVariable: string;
  readonly client?: ClientSample;
  readonly consumers?: ConsumersByPointer;
  /** The requests that the service sends, each with its page. */
  readonly sentRequests: readonly SentRequest[];
  /** The page of each named schema. */
  readonly schemaSlugs: ReadonlyMap<string, string>;
  /** The address of the reference's first page, with a slash at both ends. */
  readonly root: string;
  /** The folder of the reference's pages, with a slash at its end; empty for the site's own. */
  readonly folder: string;
}

/** Writes the address of the page of a named schema. */
export function getSchemaAddress({ root, schemaSlugs }: PageContext, name: string): string {
  return `${root}schemas/${schemaSlugs.get(name)}/`;
}
