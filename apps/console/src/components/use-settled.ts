import { useEffect, useState } from 'react';

/** Gives the newest value once it has not changed for a while, so that typing does not ask with each letter. */
export function useSettled<TValue>(value: TValue, delayMs: number): TValue {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text === undefined ? undefined : JSON.parse(text)), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
