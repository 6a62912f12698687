/** Variables that FFmpeg needs to be found and to start, without keys of buckets and other services. */
const NAMES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'HOME'];

/** Gives the environment of an FFmpeg process, out of the present one. */
export function ffmpegEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
}
