import type { RouteConfig } from '@hono/zod-openapi';

/** Says how a text of a parameter or header becomes a value. */
export type Kind = 'boolean' | 'number' | 'string';

/** Says where the text of a parameter or header is found and how it is read. */
export interface TextDefinition {
  name: string;
  kind: Kind;
  /** The text is a list of such; its items are separated by commas unless `explode` says that the name repeats. */
  list?: boolean;
  explode?: boolean;
}

export interface ParameterDefinition extends TextDefinition {
  in: 'cookie' | 'header' | 'path' | 'query';
}

/** Holds what `createRoute` has no place for. */
export interface OperationDefinition<TRoute extends RouteConfig = RouteConfig> {
  route: TRoute;
  parameters?: readonly ParameterDefinition[];
  /** How response headers are read, by status. */
  responseHeaders?: Readonly<Record<string, readonly TextDefinition[]>>;
}
