// Generated code imports each name of the runtime from the entry that has it: an app without webhooks loads none of
// their code, and validators alone load nothing of Hono.
import * as http from '@keyframe/openapi-runtime/http';
import * as schema from '@keyframe/openapi-runtime/schema';
import * as webhooks from '@keyframe/openapi-runtime/webhooks';
import { importLine } from './import-line.ts';

const ENTRIES = {
  http: Object.keys(http),
  schema: Object.keys(schema),
  webhooks: [...Object.keys(webhooks), 'type CallbackDefinition', 'type MessageOf', 'type ReceiverHandlers'],
};

/** The names of the values that the runtime exports. */
export const RUNTIME_NAMES: readonly string[] = Object.values(ENTRIES)
  .flat()
  .filter((name) => !name.startsWith('type '));

/** Writes the imports of names of the runtime, `type X` for a type; nothing when there are none. */
export function runtimeImports(names: readonly string[], runtime: string): string {
  const entryOf = (name: string) =>
    ENTRIES.schema.includes(name) ? 'schema' : ENTRIES.webhooks.includes(name) ? 'webhooks' : 'http';
  return Object.keys(ENTRIES)
    .map((entry) =>
      importLine(
        names.filter((name) => entryOf(name) === entry),
        `${runtime}/${entry}`,
      ),
    )
    .join('');
}
