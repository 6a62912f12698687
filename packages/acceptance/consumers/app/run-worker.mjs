// Runs the built Worker in workerd, as miniflare does; prints what it answers.
const [miniflare, script, api] = process.argv.slice(2);
// Only consumers have it: its workerd is larger than all that this repository installs for a start.
const { Miniflare } = await import(miniflare);
const worker = new Miniflare({
  modules: true,
  scriptPath: script,
  compatibilityDate: '2026-07-01',
  bindings: { API: api },
});
const submit = (input) =>
  worker.dispatchFetch('http://worker/v1/videos/generations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input }),
  });
try {
  const smoked = await worker.dispatchFetch('http://worker/smoke');
  console.log(smoked.status, await smoked.text());
  console.log((await submit({ prompt: 'a' })).status, (await submit({ prompt: 'a', duration: 3 })).status);
} finally {
  await worker.dispose();
}
