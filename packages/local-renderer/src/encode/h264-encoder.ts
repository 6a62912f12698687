import type { H264MP4Encoder } from 'h264-mp4-encoder';
import type { RenderFormat } from '../render-format.ts';

/** Encodes frames one by one; the encoded video collects in memory, the frames do not. */
export interface H264Encoder {
  /** Adds a planar 4:2:0 frame, whose memory is free again when this resolves. */
  add(yuv: Uint8Array): Promise<void>;
  /** Ends the stream and returns it as an MP4 that still lacks its sound; its frames are in the order they are shown. */
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** Frees everything, finished or not. */
  close(): void;
}

/** Opens an encoder. */
export type OpenH264Encoder = (options: H264Options) => Promise<H264Encoder>;

export type H264Options = Pick<RenderFormat, 'width' | 'height' | 'framesPerSecond' | 'quantiser'>;

const SECONDS_PER_KEY_FRAME = 2;
// The fastest: 15 ms for a 720p frame against 51 ms at 0, for a file of the same size.
const FASTEST = 10;

/** Opens the encoder that runs as WebAssembly in this thread; one thread uses one at a time, since all of them share one in-memory file system. */
export async function openH264Encoder(options: H264Options): Promise<H264Encoder> {
  const encoder = await (await loadLibrary())();
  encoder.width = options.width;
  encoder.height = options.height;
  encoder.frameRate = options.framesPerSecond;
  encoder.quantizationParameter = options.quantiser;
  encoder.groupOfPictures = options.framesPerSecond * SECONDS_PER_KEY_FRAME;
  encoder.speed = FASTEST;
  encoder.initialize();
  return {
    add: async (yuv) => encoder.addFrameYuv(yuv),
    finish: async () => {
      encoder.finalize();
      // A copy: what the file system returns may be a view of its own memory.
      return new Uint8Array(encoder.FS.readFile(encoder.outputFilename));
    },
    close: () => {
      encoder.FS.unlink(encoder.outputFilename);
      encoder.delete();
    },
  };
}

let library: Promise<() => Promise<H264MP4Encoder>> | undefined;

/** Loads the encoder's WebAssembly ahead of its first use. */
export function loadH264Library(): Promise<unknown> {
  return loadLibrary();
}

function loadLibrary(): Promise<() => Promise<H264MP4Encoder>> {
  library ??= importLibrary();
  return library;
}

// On import the package installs handlers that answer any uncaught error of the thread by printing its own megabyte
// of source. They are taken off again.
async function importLibrary(): Promise<() => Promise<H264MP4Encoder>> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = new Map(events.map((event) => [event, new Set(process.listeners(event as 'exit'))]));
  const { default: module } = await import('h264-mp4-encoder');
  for (const event of events) {
    for (const listener of process.listeners(event as 'exit')) {
      if (!before.get(event)?.has(listener)) process.removeListener(event, listener);
    }
  }
  return module.createH264MP4Encoder;
}
