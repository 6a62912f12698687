// Generated code imports each name of the runtime from the entry that has it: an app without webhooks loads none of
// their code, and validators alone load nothing of Hono.
import { listWords } from '../reserved-names.ts';
import { importLine } from './import-line.ts';
import { RUNTIME_VALUES } from './runtime-names.ts';

const { http, schema, webhooks } = RUNTIME_VALUES;

/** The types of the runtime that each module of messages uses. */
export const MESSAGE_TYPES = [
  'type MessageOf',
  'type Receiver',
  'type ReceiverHandlers',
  'type RequestBuilder',
  'type Sender',
];

const ENTRIES = {
  http: [] as readonly string[],
  schema: [...schema, 'type Input', 'type Schema'],
  webhooks: [...webhooks, 'type CallbackDefinition', ...MESSAGE_TYPES],
};

/** The names of the values that the runtime exports. */
export const RUNTIME_NAMES: readonly string[] = [...http, ...schema, ...webhooks];

/** Writes the imports of names of the runtime, `type X` for a type, and of `z` where the code uses that. */
export function runtimeImports(names: readonly string[], runtime: string, code: string): string {
  const all = listWords(code).includes('z') ? [...names, 'z'] : names;
  const findEntry = (name: string) =>
    ENTRIES.schema.includes(name) ? 'schema' : ENTRIES.webhooks.includes(name) ? 'webhooks' : 'http';
  return Object.keys(ENTRIES)
    .map((entry) =>
      importLine(
        all.filter((name) => findEntry(name) === entry),
        `${runtime}/${entry}`,
      ),
    )
    .join('');
}
