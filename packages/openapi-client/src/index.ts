export { type Generated, type GenerateOptions, generate, generateTypes } from './generate.ts';
export { check, type Project, type WrittenProject, write } from './project.ts';
