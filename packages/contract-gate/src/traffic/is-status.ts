/** Whether a value of a file is a status of HTTP. */
export function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}
