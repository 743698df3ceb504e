import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { PROJECT } from './project.ts';

/** Texts of built files, by their path. */
export type Outputs = Record<string, string>;

type KeptBuild = { hash: string; outputs: Outputs };

const FOLDER = `${PROJECT}.cache`;
const FILE = `${FOLDER}/browser.json`;

/** Returns what an earlier build made of the same inputs, which are files and folders of the project; otherwise builds, and keeps it. */
export async function keptBuild(inputs: readonly string[], build: () => Promise<Outputs>): Promise<Outputs> {
  const hash = await hashOf(inputs);
  return (await readKept(hash)) ?? (await keep(hash, await build()));
}

async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesBelow(PROJECT + input))
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 32);
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return existsSync(path) ? [path] : [];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}

async function readKept(hash: string): Promise<Outputs | null> {
  try {
    const kept = JSON.parse(await readFile(FILE, 'utf8')) as KeptBuild;
    return kept.hash === hash ? kept.outputs : null;
  } catch {
    return null;
  }
}

async function keep(hash: string, outputs: Outputs): Promise<Outputs> {
  const kept: KeptBuild = { hash, outputs };
  try {
    await mkdir(FOLDER, { recursive: true });
    // The rename makes the write atomic: processes that start together never read half a file.
    const draft = `${FOLDER}/browser.${process.pid}.json`;
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, FILE);
  } catch {
    // A read-only installation builds again at each start.
  }
  return outputs;
}
