import { testModel } from './model-test.ts';

testModel({ runs: 3, timeLimitMs: 15_000 });
