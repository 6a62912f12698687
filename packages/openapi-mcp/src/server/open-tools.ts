// The operations of a document as tools, and the clients that send their calls.
import { createDocumentClient, type DocumentClient } from '@keyframe/openapi-client/document-client';
import type { OpenApiModel } from '@keyframe/openapi-model';
import type { ConventionOverrides } from '@keyframe/openapi-resources';
import { type Clock, type Fetch, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import packageJson from '../../package.json' with { type: 'json' };
import { limitTexts } from '../call/limit-texts.ts';
import type { ExactSchemas } from '../schema/exact-schemas.ts';
import { ToolSet } from '../tools/tool-set.ts';
import { createToolSchemas } from './create-tool-schemas.ts';
import { createAuth } from './credentials.ts';

/** Settings of tools. */
export interface ToolOptions {
  /** Base URL of the service; the first server of the document by default. */
  baseUrl?: string | undefined;
  /** Keys by the names of their security schemes; the others use the key of the connection. */
  credentials?: Readonly<Record<string, string>>;
  /** Whether only operations that change nothing are tools. */
  isReadOnly?: boolean;
  /** Sends requests; the global `fetch` by default. */
  fetch?: Fetch;
  /** For tests. */
  clock?: Clock;
  /** Names that mean something other than by default. */
  conventions?: ConventionOverrides | undefined;
}

/** A client and its keys by scheme. */
export interface Connection {
  client: DocumentClient;
  auth: Readonly<Record<string, unknown>>;
}

/** The tools of a document, with the schemas that check their arguments. */
export interface OpenTools {
  schemas: ExactSchemas;
  tools: ToolSet;
  /** Creates the client for a key or token. */
  connect(credential: string | undefined): Connection;
}

/** Opens the operations of a document as tools. Clients throw ConfigurationError without a valid base URL. */
export function openTools(source: OpenApiModel, options: ToolOptions): OpenTools {
  const { clock = SYSTEM_CLOCK, baseUrl, isReadOnly = false, credentials = {}, conventions } = options;
  const send: Fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const schemas = createToolSchemas(source);
  const { model } = schemas;
  return {
    schemas,
    tools: new ToolSet(model, { isReadOnly, conventions }),
    connect(credential) {
      const auth = createAuth(model, { shared: credential, byScheme: credentials });
      const client = createDocumentClient(model, {
        baseUrl,
        clock,
        fetch: limitTexts(send),
        isRedirectStrict: true,
        conventions,
        headers: { 'user-agent': `openapi-mcp/${packageJson.version}` },
        auth,
      });
      return { client, auth };
    },
  };
}
