import { createDownloads, ResultFiles } from '@keyframe/openapi-mcp';
import type { OpenOperation } from './open-operation.ts';

/** Prints a result: JSON, text, the items of a stream, or the path of the file that its bytes are written to. */
export async function printResult(value: unknown, { tool, isJson, streams }: OpenOperation): Promise<void> {
  const { out } = streams;
  const print = (item: unknown) => out(JSON.stringify(item, undefined, isJson ? 0 : 2) ?? 'null');
  if (value instanceof ReadableStream) print(await save(value, tool.name));
  else if (Symbol.asyncIterator in Object(value))
    for await (const item of value as AsyncIterable<unknown>) out(JSON.stringify(item) ?? 'null');
  else if (typeof value === 'string' && !isJson) out(value);
  else if (value !== undefined || isJson) print(value);
}

// The bytes may be what was paid for, so that they have a file in any case.
async function save(chunks: ReadableStream<Uint8Array>, name: string) {
  const files = new ResultFiles(createDownloads(process.cwd()));
  const { path, size } = await files.save({
    name: `${name}-${crypto.randomUUID()}`,
    status: 200,
    start: { chunks },
  });
  return { file: path, bytes: size };
}
