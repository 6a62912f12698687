import { z } from 'zod';

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  MOCK_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535; 0 takes a free one')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535; 0 takes a free one')
    .default(4010),
});

/** Where the mock listens. */
export interface MockConfig {
  host: string;
  port: number;
}

/** Reads `HOST` (127.0.0.1) and `MOCK_PORT` (4010); throws an error that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv): MockConfig {
  const parsed = environment.safeParse(env);
  if (parsed.success) return { host: parsed.data.HOST, port: parsed.data.MOCK_PORT };
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
}
