import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The project's root folder, with a slash at its end. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

// Folders that git ignores (.gitignore), and git's own folder.
const NOT_OURS = ['node_modules/', '.git/', '.cache/', 'data/', 'coverage/'];
const WORKTREE_LINK = '.git'; // a file instead of the folder where the checkout is a git worktree

/** Returns the paths of the project's files in a folder, relative to the root. `folder` is '' or ends with a slash. */
export async function projectFiles(folder = ''): Promise<string[]> {
  const entries = await readdir(PROJECT + folder, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== WORKTREE_LINK)
    .map((entry) => folder + entry.name);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}${entry.name}/`)
    .filter((path) => !NOT_OURS.includes(path));
  return [...files, ...(await Promise.all(folders.map(projectFiles))).flat()];
}
