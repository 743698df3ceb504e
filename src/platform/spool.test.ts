import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createSpool } from './spool.ts';

const MB = 1024 * 1024;
const file = (bytes: number) => Readable.from([Buffer.alloc(bytes)]);
const of = (owner: string) => ({ bytesMax: 10 * MB, owner });

test('a store sends two files at once, and others send theirs', async () => {
  const spool = createSpool(100 * MB);
  const [first, second] = await Promise.all([spool(file(1), of('a')), spool(file(1), of('a'))]);
  await expect(spool(file(1), of('a'))).rejects.toMatchObject({
    code: 'rate_limited',
    info: { data: { retry_after: 10 } },
  });
  await (await spool(file(1), of('b'))).remove();
  await first.remove();
  await expect(spool(file(20 * MB), of('a'))).rejects.toMatchObject({ code: 'payload_too_large' });
  await (await spool(file(1), of('a'))).remove();
  await second.remove();
});

test('the files of all stores take so much room at most, until they are removed', async () => {
  const spool = createSpool(8 * MB);
  const kept = await spool(file(5 * MB), of('a'));
  await expect(spool(file(5 * MB), of('b'))).rejects.toMatchObject({ code: 'unavailable' });
  await (await spool(file(3 * MB), of('b'))).remove();
  await kept.remove();
  await (await spool(file(8 * MB), of('b'))).remove();
});

test('what was written is read any number of times, and leaves no file behind, even of a process that is killed', async () => {
  const spool = createSpool(100 * MB);
  const sent = Readable.from([Buffer.from('one, '), Buffer.alloc(MB, 'x')]);
  const spooled = await spool(sent, of('a'));
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('http-upload-'))).toEqual([]);
  const [first, second] = await Promise.all([buffer(spooled.read()), buffer(spooled.read())]);
  expect([first.length, second.length]).toEqual([MB + 5, MB + 5]);
  expect(first.subarray(0, 6).toString()).toBe('one, x');
  expect((await buffer(spooled.read())).equals(first)).toBe(true);
  await spooled.remove();
});
