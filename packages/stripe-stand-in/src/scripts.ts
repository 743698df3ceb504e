import { readFile } from 'node:fs/promises';

/** The scripts of the stand-in's pages, in `browser/`. `stripe` stands in for Stripe.js. */
export type ScriptName = 'stripe' | 'card-form' | 'bank' | 'answered' | 'wallet-buttons' | 'wallet-sheet';

/** Resolves with the text of a script for browsers. */
export type Scripts = (name: ScriptName) => Promise<string>;

/** Reads the scripts that were built into the published package. */
export const readScript: Scripts = (name) => readFile(new URL(`./browser/${name}.js`, import.meta.url), 'utf8');
