import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from './checks/project.ts';

// A body that a route takes and the proxy before it refuses is lost: a platform gives a webhook up after some answers of 413.

type Ingress = { metadata: { annotations: Record<string, string> } };

const UNITS: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
const bytesOf = (text: string) => Number.parseInt(text, 10) * (UNITS[text.at(-1) ?? ''] ?? 1);
const read = (path: string) => readFile(PROJECT + path, 'utf8');

/** Returns the largest body that files of a folder let their routes take, by their constants such as `BODY_BYTES_MAX`. */
async function largestOf(folder: string): Promise<number> {
  const sizes: number[] = [];
  for await (const path of glob(`${PROJECT}src/surfaces/${folder}/**/*.ts`)) {
    for (const [, factors = ''] of (await readFile(path, 'utf8')).matchAll(
      /^(?:export )?const \w*BYTES_MAX = ([\d_* ]+);/gm,
    ))
      sizes.push(factors.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1));
  }
  return Math.max(...sizes);
}

const ofMerchants = await largestOf('admin-api');
const ofOthers = await largestOf('webhooks');

/** Returns what nginx.conf lets through in a block. Where the block says nothing, the one around it holds, and else 1 MB. */
async function limitOfNginx(host: string, location: string): Promise<number> {
  const server = (await read('deploy/nginx.conf'))
    .split(/^server \{$/m)
    .find((one) => one.includes(`server_name ${host}`));
  const block = server?.split(/^\tlocation /m).find((one) => one.startsWith(`${location} {`));
  expect(block, location).toBeDefined();
  const around = server?.replaceAll(/^\tlocation [\s\S]*?^\t\}$/gm, '');
  const said = [block, around].map((text) => /client_max_body_size (\w+);/.exec(text ?? '')?.[1]);
  return bytesOf(said.find((one) => one !== undefined) ?? '1m');
}

test('the routes were found', () => {
  expect([ofOthers, ofMerchants]).toEqual([4 * 1024 ** 2, 512 * 1024 ** 2]);
});

test.each(['/', '~* ^/(links|shopify)/'])('nginx lets the bodies of webhooks through: %s', async (location) => {
  expect(await limitOfNginx('preorders.example.com', location)).toBeGreaterThanOrEqual(ofOthers);
});

test.each([
  ['preorders.example.com', '/admin/'],
  ['portal.example.com', '/'],
])('nginx lets the files of merchants through: %s %s', async (host, location) => {
  expect(await limitOfNginx(host, location)).toBeGreaterThanOrEqual(ofMerchants);
});

test('the ingresses let both through, and Caddy limits no body', async () => {
  const { items } = parse(await read('deploy/kubernetes.yaml'));
  const limits: number[] = items
    .filter(({ kind }: { kind: string }) => kind === 'Ingress')
    .map(({ metadata }: Ingress) =>
      bytesOf(metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '1m'),
    );
  expect(limits[0]).toBeGreaterThanOrEqual(ofMerchants);
  for (const limit of limits) expect(limit).toBeGreaterThanOrEqual(ofOthers);
  expect(await read('deploy/Caddyfile')).not.toContain('max_size');
});
