import { testChaos } from './chaos-test.ts';

testChaos(12);
