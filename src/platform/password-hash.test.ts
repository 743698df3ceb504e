import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('a password is right, any other is not', async () => {
  const kept = await hashPassword('correct horse battery');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword('correct horse battery', kept)).toEqual({ isRight: true, isOutdated: false });
  for (const wrong of ['', 'Correct horse battery', 'correct horse batter', 'correct horse battery ']) {
    expect(await verifyPassword(wrong, kept), wrong).toEqual({ isRight: false, isOutdated: false });
  }
});

test('the same password has another hash each time', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'));
});

test('a letter may be typed in both of its forms', async () => {
  const kept = await hashPassword('Caf\u00e9 au lait, encore');
  expect((await verifyPassword('Cafe\u0301 au lait, encore', kept)).isRight).toBe(true);
});

test('a hash of another cost is read, and asks for a new one', async () => {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('somesaltsomesalt');
  const cheap = { message: 'correct horse battery', nonce, memory: 4_096, passes: 3, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync('argon2id', cheap).toString('base64').replaceAll('=', '');
  const kept = `$argon2id$v=19$m=4096,t=3,p=1$${nonce.toString('base64').replaceAll('=', '')}$${hash}`;
  expect(await verifyPassword('correct horse battery', kept)).toEqual({ isRight: true, isOutdated: true });
});

test('without a hash, or with a broken one, no password is right', async () => {
  for (const kept of [null, '', '$argon2id$v=19$m=1$x$y', '$2b$10$abcdefghijklmnopqrstuv']) {
    expect(await verifyPassword('correct horse battery', kept)).toEqual({ isRight: false, isOutdated: false });
  }
});

test('hashes wait for each other, and a crowd is told to come back', async () => {
  const kept = await hashPassword('correct horse battery');
  const asked = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword('wrong', kept)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(60 - 42);
  expect(refused[0]).toMatchObject({ reason: { code: 'busy' } });
  expect((await verifyPassword('correct horse battery', kept)).isRight).toBe(true);
});
