// Imports every entry that is named, as a user's module would.
const entries = process.argv.slice(2);
for (const entry of entries) {
  const { length } = Object.keys(await import(entry));
  console.log(`${entry}: ${length}`);
}
