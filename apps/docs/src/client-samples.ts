/** Writes the calls of the video API by its client. */
import { type ClientSample, singleQuoted, typescriptLiteral } from './reference/code-samples.ts';

/** The client's method for each operation. */
const METHODS: Readonly<Record<string, string>> = {
  createVideoGeneration: 'videos.create',
  getTask: 'tasks.get',
  getCredits: 'credits.get',
  listModels: 'models.list',
};

/** Creates the writer for a service at an address. */
export function clientSample(server: string): ClientSample {
  return ({ operation, pathValues, json }) => {
    const method = METHODS[operation.id];
    if (method === undefined) return undefined;
    const values = Object.values(pathValues).map(singleQuoted);
    const body = json === undefined ? [] : [typescriptLiteral(json, '')];
    return [
      "import { createClient } from '@keyframe/client';",
      '',
      `const client = createClient({ baseUrl: ${singleQuoted(server)} }); // reads KEYFRAME_API_KEY`,
      `console.log(await client.${method}(${[...values, ...body].join(', ')}));`,
    ].join('\n');
  };
}
