import { testModel } from './model-test.ts';

testModel({ runs: 30, timeLimitMs: 90_000 });
