// Requires every entry that is named, as a user's CommonJS would.
const entries = process.argv.slice(2);
for (const entry of entries) {
  const { length } = Object.keys(require(entry));
  console.log(`${entry}: ${length}`);
}
