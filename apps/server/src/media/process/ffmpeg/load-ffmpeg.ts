import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore } from '@ffmpeg/core';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Creates an FFmpeg of its own for each medium: what a hostile file has done to the memory of one ends with it. The
 * 32 MB of WebAssembly are compiled once a thread.
 */
export async function createFfmpeg(): Promise<FfmpegCore> {
  compiled ??= WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm'))));
  const program = await compiled;
  const script = import.meta.resolve('@ffmpeg/core');
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
