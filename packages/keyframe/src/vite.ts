/** A plugin of Vite and Rolldown that generates a server before a build and whenever its document changes. */
export { type OpenApiHonoPlugin, openapiHono } from '@keyframe/openapi-hono/vite';
