import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './project.ts';

/** Returns the version of this code, as its `package.json` has it. */
export function readVersion(): string {
  const text = readFileSync(join(PROJECT, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}
