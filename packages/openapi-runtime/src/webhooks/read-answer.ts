import type { CheckedResponse } from '../http/check-response.ts';
import { isJson } from '../http/media-type.ts';

interface AnswerLimits {
  /** Maximum number of bytes of the body that are read; the remaining ones are discarded. */
  maxBytes: number;
}

/** Reads an answer and parses its body; a body that is too long is cut off, and stays a text. */
export async function readAnswer(response: Response, { maxBytes }: AnswerLimits): Promise<CheckedResponse> {
  const { text, isWhole } = await readText(response, maxBytes);
  const { status, headers } = response;
  if (text === '') return { status, headers, body: undefined };
  const parses = isWhole && isJson(headers.get('content-type') ?? '');
  return { status, headers, body: parses ? parsed(text) : text };
}

async function readText(response: Response, maxBytes: number): Promise<{ text: string; isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  // Leaving the loop cancels what has not been read.
  for await (const chunk of response.body ?? []) {
    const kept = chunk.subarray(0, maxBytes - length);
    length += kept.length;
    text += decoder.decode(kept, { stream: true });
    if (kept.length < chunk.length) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
