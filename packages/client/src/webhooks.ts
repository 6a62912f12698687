// The receiving side of callbacks. An entry of its own: a receiver need not load what calls the service.
export { CallbackError } from './errors/callback-error.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
export { isKeyframeError, KeyframeError } from './errors/keyframe-error.ts';
export {
  createCallbackHandler,
  type HandlerAnswer,
  type HandlerOptions,
} from './webhooks/handle-callback.ts';
export {
  expressHandler,
  type FastifyLike,
  fastifyHandler,
  honoHandler,
  nextHandler,
  type ResponseLike,
} from './webhooks/handlers.ts';
export { createSeenTasks, type SeenTasks } from './webhooks/seen-tasks.ts';
export { type SignedCallback, type SignOptions, signCallback } from './webhooks/sign-callback.ts';
export {
  type CallbackEvent,
  type ReceivedCallback,
  type ReceivedHeaders,
  type UnwrapOptions,
  unwrapCallback,
} from './webhooks/unwrap-callback.ts';
