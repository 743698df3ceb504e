import { utimes } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { READY, useFolder } from '../../support/runtime.ts';
import { processesOf } from '../../support/service-process.ts';

const CODE = fileURLToPath(new URL('../../../src/domain/error.ts', import.meta.url));
const { here, run } = useFolder();

test('npm run dev restarts on a change, keeps the data, and leaves no process behind', async () => {
  const dev = run(['dev']);
  const starts = () => dev.output().split(READY).length - 1;
  const ready = async () => (await fetch(`http://127.0.0.1:${here.env.PORT}/health/ready`)).status;
  await dev.says(READY);
  expect(await ready()).toBe(200);
  const services = async () =>
    (await processesOf(here.dataDir)).filter(({ command }) => command.includes('start.ts')).map(({ pid }) => pid);
  const first = await services();

  await utimes(CODE, new Date(), new Date());
  await expect.poll(starts, { timeout: 30_000 }).toBe(2);
  expect(dev.output()).toContain('src/domain/error.ts changed: starting again');
  expect(await ready()).toBe(200);
  expect(dev.output(), 'the database was created again').not.toMatch(
    /Migrating the database[\s\S]*starting again[\s\S]*Migrating/,
  );
  expect(await services(), 'the previous process still runs').not.toEqual(first);

  dev.child.kill('SIGTERM');
  expect(await dev.ended).toBe(0);
  expect(await processesOf(here.dataDir)).toEqual([]);
});

test('npm run dev waits for a change when the service cannot start', async () => {
  const dev = run(['dev'], { PORT: 'http' });
  await dev.says('the next change starts it again');
  dev.child.kill('SIGINT');
  expect(await dev.ended).toBe(0);
});
