// Prism's own command, in a process that ends with the one that started it, however that one ends.
process.on('disconnect', () => process.exit());

await import('@stoplight/prism-cli');
