/** Reads how many files and connections this process may have open; infinite where the system does not say. */
export function readDescriptorLimit(): number {
  // A report looks up the names of all addresses otherwise, and blocks meanwhile.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
