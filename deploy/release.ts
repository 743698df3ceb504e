import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { writeTarballs } from '../packages/pack.ts';
import { PROJECT } from '../src/platform/project.ts';
import { packService } from './pack.ts';

const NOTES = 'RELEASE.md';

class Refused extends Error {}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  const from = process.env.INIT_CWD ?? '.';
  if (!values.key) throw new Refused('Say which key signs: npm run release -- FOLDER --key FILE');
  const folder = resolve(from, positionals[0] ?? '.');
  const key = await readKey(resolve(from, values.key));
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
  const news = newsOf(await readFile(join(PROJECT, 'CHANGELOG.md'), 'utf8'), version);
  const commit = await committed();
  await packService(folder, (text) => console.log(text));
  await writeTarballs(join(folder, 'packages'));
  const notes = await writeNotes(folder, { version, news, commit, key });
  console.log(`${notes}\n${notes}.sig\nThe public key, which belongs into SECURITY.md:`);
  console.log(createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}

/** Returns what the changelog says of a version. Throws while it is not released. */
export function newsOf(changelog: string, version: string): string {
  const [heading = '', ...lines] =
    changelog
      .split(/^## /m)
      .find((part) => part.startsWith(`${version} `) || part.startsWith(`${version}\n`))
      ?.split('\n') ?? [];
  if (heading === '') throw new Refused(`CHANGELOG.md has no section “${version}”.`);
  if (/unreleased/i.test(heading))
    throw new Refused(`CHANGELOG.md calls ${version} unreleased. Write the date there first.`);
  return lines.join('\n').trim();
}

/**
 * Writes the notes of a release into `folder`, with the SHA-256 of every file that is there, and their signature (Ed25519, raw) beside
 * them. Resolves with the path of the notes.
 */
export async function writeNotes(folder: string, release: Release): Promise<string> {
  const { version, news, commit, key } = release;
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
  const shipped = files.filter((name) => !name.startsWith(NOTES)).sort();
  const sums = await Promise.all(
    shipped.map(
      async (name) =>
        `${createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')}  ${name}`,
    ),
  );
  const text = [
    `# ${version}`,
    `Made from the commit ${commit}.`,
    news,
    '## Files',
    ['```text', ...sums, '```'].join('\n'),
    '',
  ];
  const bytes = Buffer.from(text.join('\n\n').replace(/\n+$/, '\n'));
  const path = join(folder, NOTES);
  await writeFile(path, bytes);
  await writeFile(`${path}.sig`, sign(null, bytes, key));
  return path;
}

export type Release = { version: string; news: string; commit: string; key: KeyObject };

async function readKey(file: string): Promise<KeyObject> {
  const key = createPrivateKey(await readFile(file));
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Refused(`${file} is no Ed25519 key. Make one: openssl genpkey -algorithm ed25519 -out ${file}`);
}

/** Resolves with the commit that is released. Throws while something is not committed. */
async function committed(): Promise<string> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd: PROJECT })).stdout.trim();
  if ((await git('status', '--porcelain')) !== '')
    throw new Refused('Something is not committed. Releases are made from commits.');
  return git('rev-parse', 'HEAD');
}
