// The package ships no types; these are the parts that are used.
declare module '@ffmpeg/core' {
  interface MountedBlob {
    readonly name: string;
    readonly data: { readonly size: number; slice(start: number, end: number): unknown };
  }

  export interface FfmpegCore {
    readonly FS: {
      readonly filesystems: { readonly WORKERFS: unknown };
      mkdir(path: string): void;
      mount(type: unknown, options: { blobs: readonly MountedBlob[] }, path: string): void;
      unmount(path: string): void;
      readFile(path: string): Uint8Array<ArrayBuffer>;
      unlink(path: string): void;
      analyzePath(path: string): { readonly exists: boolean };
    };
    exec(...args: readonly string[]): number;
    reset(): void;
    setLogger(log: (line: { type: string; message: string }) => void): void;
  }

  export default function createFFmpegCore(options: { wasmBinary: Uint8Array }): Promise<FfmpegCore>;
}
