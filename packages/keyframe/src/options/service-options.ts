// The options of commands that call the service of a document.
import { nameVariable } from '@keyframe/openapi-mcp';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { isClientError } from '@keyframe/openapi-runtime/client';
import type { OptionTable } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';

const TOPIC = 'calling the service';

export const SERVICE_OPTIONS = {
  server: {
    topic: TOPIC,
    value: '<url>',
    description: "the service; the document's first server by default",
  },
  'key-variable': {
    topic: TOPIC,
    value: '<name>',
    description:
      'the environment variable with the key of the service, `user:password` for basic; that of one scheme has its name at the end: API_KEY_APP',
    default: 'API_KEY',
  },
} as const satisfies OptionTable;

/** The keys of a service: one for all security schemes, and those of single schemes by their names. */
export interface ServiceKeys {
  key: string | undefined;
  credentials: Readonly<Record<string, string>>;
}

/** Reads the keys of the environment. */
export function readKeys(
  { securitySchemes }: OpenApiModel,
  prefix: string,
  env: Readonly<Record<string, string | undefined>>,
): ServiceKeys {
  const keys = [...securitySchemes.keys()].map(
    (name) => [name, env[nameVariable(prefix, name)] ?? ''] as const,
  );
  const credentials = Object.fromEntries(keys.filter(([, key]) => key !== ''));
  return { key: env[prefix] || undefined, credentials };
}

/** Connects to the service. Throws UsageError if its URL is invalid. */
export function connectService<TResult>(
  document: string,
  server: string | undefined,
  connect: () => TResult,
): TResult {
  try {
    return connect();
  } catch (cause) {
    if (!isClientError(cause) || cause.code !== 'configuration_invalid') throw cause;
    const location = server === undefined ? `the first server of ${document}` : '--server';
    // The URL may contain credentials.
    throw new UsageError(
      `Pass --server <url>: ${location} is not an http or https URL without credentials, query or fragment.`,
      { cause },
    );
  }
}
