import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** The path of an installed program, or undefined. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
