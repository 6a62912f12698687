export { type Generated, type GenerateOptions, generate, generateTypes } from './generate.ts';
export { check, type Project, type WatchOptions, type WrittenProject, watch, write } from './project.ts';
