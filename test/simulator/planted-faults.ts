import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch, parsePatch } from 'diff';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FAULTS = fileURLToPath(new URL('planted-faults/', import.meta.url));

// The parts of the project that a simulation needs.
const COPIED = [
  'src',
  'packages/stripe-stand-in',
  'test/simulator',
  'test/support',
  'migrations',
  'package.json',
  'tsconfig.json',
];

/** Lists the faults that can be planted. Each is a patch of the sources. */
export async function plantedFaultNames(): Promise<string[]> {
  const files = await readdir(FAULTS);
  return files.filter((name) => name.endsWith('.patch')).map((name) => name.slice(0, -'.patch'.length));
}

/** Runs the simulation in a copy of the project with the planted fault. Resolves with the exit code. */
export async function runWithFault(name: string, args: readonly string[]): Promise<number> {
  const folder = await copyWithPlant(name);
  try {
    const given = withoutPlant(args);
    const child = spawn(process.execPath, [join(folder, 'test/simulator/main.ts'), '--until-found', ...given], {
      cwd: folder,
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the project into a new folder and plants the fault. Rejects if the patch no longer fits the sources. */
async function copyWithPlant(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `waitlist-plant-${name}-`));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  try {
    await applyPlant(name, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

async function applyPlant(name: string, folder: string): Promise<void> {
  for (const { path, text } of await plantedFiles(name)) await writeFile(join(folder, path), text);
}

/** Returns the files that the fault changes, with it. Rejects if the patch no longer fits the sources. */
export async function plantedFiles(name: string): Promise<{ path: string; text: string }[]> {
  const patches = parsePatch(await readFile(join(FAULTS, `${name}.patch`), 'utf8'));
  if (patches.length === 0) throw new Error(`test/simulator/planted-faults/${name}.patch changes nothing.`);
  const files = patches.map(async (patch) => {
    const path = (patch.newFileName ?? '').replace(/^b\//, '');
    const text = applyPatch(await readFile(join(ROOT, path), 'utf8'), patch, { fuzzFactor: 2 });
    if (text === false) {
      throw new Error(
        `test/simulator/planted-faults/${name}.patch no longer fits ${path}: make it again for the present source.`,
      );
    }
    return { path, text };
  });
  return Promise.all(files);
}

function withoutPlant(args: readonly string[]): string[] {
  const at = args.indexOf('--plant');
  if (at >= 0) return args.filter((_, index) => index !== at && index !== at + 1);
  return args.filter((one) => !one.startsWith('--plant='));
}
