import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from './checks/project.ts';

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
};

const read = (path: string) => readFile(PROJECT + path, 'utf8');
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  await read('deploy/compose.yaml'),
  { merge: true },
);
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'waitlist-preorder-service');

describe('deploy/compose.yaml', () => {
  test('gives our processes variables that they read, and those that they need', async () => {
    const table = await read('docs/guides/operating.md');
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'serve', 'worker', 'backup']);
    for (const [, { environment = {} }] of ours) {
      for (const name of Object.keys(environment)) expect(table).toContain(`\`${name}\``);
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(['BASE_URL', 'DATABASE_URL', 'SECRET_KEY']));
    }
  });

  test('asks for the values of env.example', async () => {
    const asked = [...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const given = [...(await read('deploy/env.example')).matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
    expect(new Set(asked)).toEqual(new Set(given));
  });

  test('names only services, volumes and files that are there', async () => {
    const names = Object.keys(compose.services);
    for (const { depends_on: needed = [], volumes = [] } of Object.values(compose.services)) {
      for (const one of Array.isArray(needed) ? needed : Object.keys(needed)) expect(names).toContain(one);
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) await read(`deploy/${source.slice(2)}`);
        else if (!source.startsWith('$')) expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });
});

test('the proxy tells browsers to come back over TLS alone', async () => {
  const caddyfile = await read('deploy/Caddyfile');
  const sites = caddyfile.match(/^\{\$\w+\} \{[^}]*?header Strict-Transport-Security max-age=\d{8,}$/gm);
  expect(sites).toHaveLength(caddyfile.match(/^\{\$\w+\} \{/gm)?.length ?? 0);
});

test('image, compose file and units start what the archive has', async () => {
  const names = ['serve', 'worker', 'migrate'];
  const units = await Promise.all(
    ['serve@', 'worker', 'migrate'].map((name) => read(`deploy/systemd/waitlist-${name}.service`)),
  );
  const texts = [
    await read('deploy/Containerfile'),
    ...ours.map(([, { command = [] }]) => command.join(' ')),
    ...units,
  ];
  const started = texts.flatMap((text) => [...text.matchAll(/dist\/server\/(\w+)\.js/g)].map(([, name]) => name));
  expect(new Set(started)).toEqual(new Set(names));
});
