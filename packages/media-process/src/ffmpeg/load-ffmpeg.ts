/// <reference path="./ffmpeg-core.d.ts" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore } from '@ffmpeg/core';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Creates an FFmpeg, or null without the optional package. Each medium gets a new one, so that a hostile file
 * damages no memory but its own. The 32 MB of WebAssembly are compiled once per thread.
 */
export async function createFfmpeg(): Promise<FfmpegCore | null> {
  const script = findScript();
  if (script === null) return null;
  compiled ??= WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm'))));
  const program = await compiled;
  // The build takes itself to be in a browser's worker and asks `self` where it is.
  Object.assign(globalThis, { self: { location: { href: script } } });
  try {
    const { default: createCore } = await import('@ffmpeg/core');
    const ffmpeg = await createCore({
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(program, imports);
        receive(instance);
        return instance.exports;
      },
    });
    ffmpeg.setLogger(() => {});
    return ffmpeg;
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}

function findScript(): string | null {
  try {
    return import.meta.resolve('@ffmpeg/core');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}
