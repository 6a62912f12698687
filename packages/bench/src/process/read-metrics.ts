const MB = 1024 * 1024;

/** Reads gauges of the API. */
export async function readMetrics(url: string) {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  const gauge = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`The API's metrics lack ${name}.`);
    return Number(value);
  };
  return {
    rssMb: gauge('process_resident_memory_bytes') / MB,
    heapMb: gauge('nodejs_heap_size_used_bytes') / MB,
    waiting: gauge('keyframe_waiting_requests'),
  };
}
