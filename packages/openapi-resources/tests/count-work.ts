// Lists the readings of the documents in folders: `node tests/count-work.ts <folder>…`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatOperation, loadDocument } from '@keyframe/openapi-model';
import { createReader, deriveWork } from '../src/index.ts';

const counts = { documents: 0, unreadable: 0, operations: 0, readings: 0 };
for (const folder of process.argv.slice(2)) {
  for (const file of readdirSync(folder).toSorted()) {
    try {
      const model = await loadDocument(join(folder, file), { lenient: true });
      const { works } = deriveWork(createReader(model));
      counts.documents += 1;
      counts.operations += model.operations.length;
      counts.readings += works.length;
      for (const { start, reader, rule } of works)
        console.log(`${file}: ${formatOperation(start)} -> ${formatOperation(reader)} (${rule})`);
    } catch {
      counts.unreadable += 1;
    }
  }
}
console.log(counts);
