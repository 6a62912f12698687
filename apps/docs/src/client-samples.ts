/** Writes calls of the video API with its client. */
import type { OperationId } from '@keyframe/contract/hono';
import { type ClientSample, singleQuoted, typescriptLiteral } from '@keyframe/openapi-docs';

/** The call of an operation with the client. */
interface ClientCall {
  /** An additional import from `@keyframe/client/tasks`. */
  readonly imported?: string;
  /** Writes the statement; `words` are the values of the path and the body, as code. */
  readonly write: (words: readonly string[]) => string;
}

const method = (name: string): ClientCall => ({
  write: (words) => `console.log(await client.${name}(${words.join(', ')}));`,
});

const CALLS: Readonly<Record<OperationId, ClientCall>> = {
  createVideoGeneration: method('videos.create'),
  getTask: method('tasks.get'),
  streamTaskEvents: {
    write: (words) =>
      `for await (const task of client.tasks.watch(${words.join(', ')})) console.log(task.status);`,
  },
  getCredits: method('credits.get'),
  listModels: method('models.list'),
  listTasks: {
    imported: 'listTasks',
    write: () => 'for await (const task of listTasks(client)) console.log(task.id, task.status);',
  },
  listTaskDeliveries: {
    imported: 'getDeliveries',
    write: (words) => `console.log(await getDeliveries(${['client', ...words].join(', ')}));`,
  },
  listSandboxCallbacks: {
    imported: 'getSandboxCallbacks',
    write: () => 'console.log(await getSandboxCallbacks(client));',
  },
};

const callById: ReadonlyMap<string, ClientCall> = new Map(Object.entries(CALLS));

/** Creates a writer of samples for the service at an address. */
export function clientSample(server: string): ClientSample {
  return ({ operation, pathValues, json }) => {
    const call = callById.get(operation.id);
    if (call === undefined) return undefined;
    const values = Object.values(pathValues).map(singleQuoted);
    const body = json === undefined ? [] : [typescriptLiteral(json, '')];
    return [
      "import { createClient } from '@keyframe/client';",
      ...(call.imported ? [`import { ${call.imported} } from '@keyframe/client/tasks';`] : []),
      '',
      `const client = createClient({ baseUrl: ${singleQuoted(server)} }); // reads KEYFRAME_API_KEY`,
      call.write([...values, ...body]),
    ].join('\n');
  };
}
