import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: { api: { document: 'api.yaml', outputs: { server: { out: 'src/generated' } } } },
});
