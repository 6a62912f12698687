const builds = {
  page: {
    root: 'app/page',
    base: './',
    build: { outDir: '../../built-page', emptyOutDir: true, target: 'es2022' },
  },
  worker: {
    build: {
      outDir: 'built-worker',
      emptyOutDir: true,
      lib: { entry: 'app/worker.mjs', formats: ['es'], fileName: () => 'worker.mjs' },
    },
  },
};

export default ({ mode }: { mode: keyof typeof builds }) => ({ ...builds[mode], logLevel: 'warn' });
