/** Answers the requests of a Playwright page with a mock of `@keyframe/cli/mock`. */
export { routeMock } from '@keyframe/openapi-mock/playwright';
