import { smoke } from './smoke.mjs';

console.log(await smoke(process.argv[2]));
