export { GenerationFailedError } from './generation-failed-error.ts';
export { GenerationInterruptedError } from './generation-interrupted-error.ts';
export type {
  GenerationInput,
  GenerationOptions,
  GenerationProvider,
  GenerationRequest,
  Materials,
} from './provider.ts';
