import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import { LINK_MINUTES } from '../../src/domain/link.ts';
import { TOKEN_AGE_SECONDS_MAX } from '../../src/domain/status-token.ts';
import { type Api, startApi } from '../support/api.ts';
import { createCore, createOffer, type Offer } from '../support/core.ts';
import { createStatusClient } from '../support/status-client.ts';

// Runs the examples of the guide unchanged.
const docs = (name: string) => readFile(new URL(`../../docs/guides/${name}`, import.meta.url), 'utf8');
const guide = await docs('status-page.md');
const block = (language: string, part: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))]
    .map((match) => match[1] ?? '')
    .find((text) => text.includes(part)) ?? '';

let api: Api;
let offer: Offer;
let secret = '';
let folder = '';
beforeAll(async () => {
  api = await startApi();
  const core = createCore(api.db);
  offer = await createOffer(core, { allocation: 1 });
  await core.stop();
  secret = (await readSharedSecrets(api.deps, offer.storeId))[0]?.text ?? '';
  folder = await mkdtemp(join(tmpdir(), 'status-guide-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.stop();
});

const accepted = async (token: string) => (await createStatusClient(api).signIn(offer.storeKey, token)).status === 201;

test('the token made in Node is accepted', async () => {
  const file = join(folder, 'token.mjs');
  await writeFile(file, block('js', 'createHmac'));
  const { statusToken } = (await import(pathToFileURL(file).href)) as {
    statusToken(email: string, sharedSecret: string): string;
  };
  expect(await accepted(statusToken('ada@mail.example', secret))).toBe(true);
  expect(await accepted(statusToken('ada@mail.example', `${secret}x`))).toBe(false);
});

const python = (() => {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }) !== '';
  } catch {
    console.warn('SKIPPED: there is no python3, so the guide’s Python was not run.');
    return false;
  }
})();

test.runIf(python)('the token made in Python is accepted', async () => {
  const script = `${block('python', 'hmac')}\nimport sys\nprint(status_token(sys.argv[1], sys.argv[2]))`;
  const token = execFileSync('python3', ['-c', script, 'ada@mail.example', secret], { encoding: 'utf8' }).trim();
  expect(await accepted(token)).toBe(true);
});

test('its numbers equal those of the code', async () => {
  expect(guide).toContain(`At most ${TOKEN_AGE_SECONDS_MAX.toLocaleString('en')} seconds ago`);
  expect(LINK_MINUTES).toBe(60); // "within an hour"
});
