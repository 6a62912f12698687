/** Settings stored in this browser; nothing is stored if the browser forbids it. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The setting still applies until the page is left.
  }
}
