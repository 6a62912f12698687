const MB = 1024 * 1024;

/** Reads metrics of a process of the server. */
export async function readMetrics(url: string) {
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  const read = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`The metrics lack ${name}.`);
    return Number(value);
  };
  return {
    rssMb: read('process_resident_memory_bytes') / MB,
    heapMb: read('nodejs_heap_size_used_bytes') / MB,
    cpuSeconds: read('process_cpu_seconds_total'),
    waiting: read('keyframe_waiting_requests'),
  };
}
