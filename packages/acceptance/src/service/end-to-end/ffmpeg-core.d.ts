// The package ships no types; these are the parts that are used.
declare module '@ffmpeg/core' {
  export interface FfmpegCore {
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array): void;
      readFile(path: string): Uint8Array;
      unlink(path: string): void;
    };
    exec(...args: readonly string[]): number;
    ffprobe(...args: readonly string[]): number;
    reset(): void;
    setLogger(log: (line: { type: string; message: string }) => void): void;
  }

  export default function createFFmpegCore(options: { wasmBinary: Uint8Array }): Promise<FfmpegCore>;
}
