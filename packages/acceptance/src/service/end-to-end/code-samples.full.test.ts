// Go compiles its standard library first, which takes minutes.
import { testCodeSamples } from './code-samples.ts';

testCodeSamples(['Go']);
