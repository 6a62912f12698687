import { testCodeSamples, testSampleCoverage } from './code-samples.ts';

testCodeSamples(['curl', 'TypeScript', 'Python']);
testSampleCoverage();
