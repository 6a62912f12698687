import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import type { Mode } from '../db/tables.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 letters of 62 are 190 bits: nothing to guess. */
const RANDOM_LENGTH = 32;
const API_KEY = /^sk_(live|test)_[0-9A-Za-z]{32}$/;

/** Draws a key: `sk_live_…` for production, `sk_test_…` for the sandbox (AUT-2). */
export function createApiKey(mode: Mode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `sk_${mode}_${random.join('')}`;
}

/** Reads the mode of a key; undefined for a text of another form: most guesses end here, without a query. */
export function apiKeyMode(text: string): Mode | undefined {
  return API_KEY.exec(text)?.[1] as Mode | undefined;
}

/**
 * Hashes a key with the instances' shared secret; only this is stored, and a presented key is found by it. The
 * time that an index takes to compare reveals only parts of hashes, which nobody can choose without the secret: no part
 * of a key can be guessed by timing.
 */
export function hashApiKey(key: string, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(key).digest();
}

/** The part of a key that may be shown again: its kind and last four letters. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`;
}
