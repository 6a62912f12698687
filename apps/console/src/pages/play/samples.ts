// A request as code that can be copied; the key stays a placeholder.
import type { Mode, VideoGenerationRequest } from '@keyframe/console-contract/client';

/** Writes the call with curl. */
export function curlSample(request: VideoGenerationRequest, mode: Mode): string {
  const body = JSON.stringify(request, null, 2).replaceAll("'", "'\\''");
  return [
    `curl -s ${location.origin}/v1/videos/generations`,
    `  -H 'Authorization: Bearer sk_${mode}_…'`,
    "  -H 'Content-Type: application/json'",
    `  -d '${body}'`,
  ].join(' \\\n');
}

/** Writes the call with `@keyframe/client`. */
export function typescriptSample(request: VideoGenerationRequest, mode: Mode): string {
  return `import { createClient } from '@keyframe/client';

const client = createClient({ apiKey: 'sk_${mode}_…', baseUrl: '${location.origin}' });
const task = await client.videos.generate(${literal(request)});
console.log(task.data.results);`;
}

/** Writes the body. */
export function jsonSample(request: VideoGenerationRequest): string {
  return JSON.stringify(request, null, 2);
}

/** JSON with names as TypeScript writes them. */
function literal(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^( +)"(\w+)":/gm, '$1$2:');
}
