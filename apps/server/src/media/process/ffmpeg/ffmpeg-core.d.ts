// The package ships no types; these are the parts that are used.
declare module '@ffmpeg/core' {
  interface MountedBlob {
    readonly name: string;
    readonly data: { readonly size: number; slice(start: number, end: number): unknown };
  }

  interface DeviceOperations {
    open(stream: object): void;
    close(stream: object): void;
    write(stream: object, memory: Uint8Array, offset: number, length: number): number;
  }

  export interface FfmpegCore {
    readonly FS: {
      readonly filesystems: { readonly WORKERFS: unknown };
      mkdir(path: string): void;
      mount(type: unknown, options: { blobs: readonly MountedBlob[] }, path: string): void;
      makedev(major: number, minor: number): number;
      registerDevice(device: number, operations: DeviceOperations): void;
      mkdev(path: string, device: number): void;
      readFile(path: string): Uint8Array<ArrayBuffer>;
    };
    exec(...args: readonly string[]): number;
    setLogger(log: (line: { type: string; message: string }) => void): void;
  }

  export default function createFFmpegCore(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
  }): Promise<FfmpegCore>;
}

// Node has them, and its types name only the interfaces.
declare const WebAssembly: {
  compile(program: Uint8Array): Promise<WebAssembly.Module>;
  readonly Instance: new (program: WebAssembly.Module, imports: WebAssembly.Imports) => WebAssembly.Instance;
};
