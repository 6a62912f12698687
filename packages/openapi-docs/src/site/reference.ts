/** One reference, in the form that both a file and a folder are written from. */
import { fillServerUrl, isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import type { ConsumersByPointer } from '../reference/consumers.ts';
import type { PagePlan } from '../reference/page.ts';
import type { PrintMarkdown } from '../reference/page-context.ts';
import { planPages } from '../reference/pages.ts';

/** Options of a reference. */
export interface DocsOptions {
  /** The address of the service in samples; the document's first server by default. */
  readonly server?: string | undefined;
  /** The environment variable that holds the key in samples; `API_KEY` by default. */
  readonly keyVariable?: string | undefined;
  /** How test keys start: pages send no other key to the server. */
  readonly testKeyPrefix?: string | undefined;
  /** Whether pages contain the mock of the API; true by default. */
  readonly mock?: boolean | undefined;
  /** Consumers that pages name at the parts that they use. */
  readonly consumers?: ConsumersByPointer | undefined;
}

/** The facts that pages and their scripts share. */
export interface ReferenceFacts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The addresses of the service, that of samples first. */
  readonly servers: readonly string[];
  readonly plans: readonly PagePlan[];
  readonly markdown: PrintMarkdown;
}

const DEFAULT_SERVER = 'https://api.example.com';

/** Plans the pages of a document. `base` starts the addresses of pages, `#` in a single file. */
export function readReference(model: OpenApiModel, base: string, options: DocsOptions = {}): ReferenceFacts {
  const info = isJsonObject(model.document.info) ? model.document.info : {};
  const servers = options.server === undefined ? listServers(model) : [options.server.replace(/\/$/, '')];
  const keyVariable = options.keyVariable ?? 'API_KEY';
  const { plans, markdown } = planPages(model, {
    server: servers[0] ?? DEFAULT_SERVER,
    keyVariable,
    base,
    folder: '',
    ...(options.consumers && { consumers: options.consumers }),
  });
  return {
    title: String(info.title ?? 'API'),
    version: String(info.version ?? ''),
    description: plans[0]?.description ?? '',
    servers,
    plans,
    markdown,
  };
}

/** Lists the addresses of a document's servers, with the defaults of their variables. */
export function listServers({ servers }: OpenApiModel): string[] {
  const addresses = servers.map((server) => {
    const url = fillServerUrl(server);
    if (URL.canParse(url)) return url;
    return url === '' || url === '/' ? DEFAULT_SERVER : new URL(url, DEFAULT_SERVER).href;
  });
  return [...new Set(addresses.map((url) => url.replace(/\/$/, '')))];
}
