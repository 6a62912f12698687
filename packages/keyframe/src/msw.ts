/** Handlers for Mock Service Worker that answer with a mock of `@keyframe/cli/mock`. */
export { createHandlers } from '@keyframe/openapi-mock/msw';
