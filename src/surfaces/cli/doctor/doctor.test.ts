import { expect, test } from 'vitest';
import { processOf, sessionNameOf } from '../../../platform/running-processes.ts';
import { seeClock, seeProcesses } from './database.ts';
import { look } from './finding.ts';
import { lookAtNode, seeDisk } from './machine.ts';

test.each([
  [500, 'ok', '50 %'],
  [99, 'warning', '10 %'],
  [19, 'failed', '2 %'],
  [0, 'failed', '0.0 GB'],
])('a disk with %i of 1000 blocks free: %s', (bavail, standing, says) => {
  expect(seeDisk({ bavail, blocks: 1000, bsize: 4_096 })).toMatchObject({
    standing,
    says: expect.stringContaining(says),
  });
});

test.each([
  [900, 'ok', '0.9 s'],
  [1_100, 'warning', '1.1 s'],
  [31_000, 'failed', '31.0 s'],
])('clocks that differ by %i ms: %s', (skew, standing, says) => {
  expect(seeClock(skew)).toMatchObject({ standing, says: expect.stringContaining(says) });
});

test.each([
  ['20.19.0', 'failed'],
  ['22.17.9', 'failed'],
  ['22.18.0', 'ok'],
  ['24.0.0', 'ok'],
])('Node %s: %s', async (version, standing) => {
  expect(await lookAtNode(version)).toMatchObject({ check: 'Node', standing });
});

test('an error of others is told by its code alone', async () => {
  const error = Object.assign(new Error('connect to secret-host'), { code: 'ECONNRESET' });
  expect(await look('it', () => Promise.reject(error))).toMatchObject({
    standing: 'failed',
    says: 'It failed with ECONNRESET.',
  });
  expect(await look('it', () => Promise.reject(new Error('hush')))).toMatchObject({ says: 'It failed.' });
});

test('processes with other addresses or of another version are named', () => {
  const about = { connectionsMax: 500, baseUrl: 'https://a.example', portalUrl: 'https://p.example' };
  const name = sessionNameOf({ ...about, role: 'worker' });
  expect(name.length).toBeLessThanOrEqual(63);
  const [worker] = processOf(name);
  const [serve] = processOf(sessionNameOf({ ...about, role: 'serve' }));
  const [elsewhere] = processOf(sessionNameOf({ ...about, role: 'serve', portalUrl: 'http://localhost:4004' }));
  if (!worker || !serve || !elsewhere) expect.fail();
  expect(worker).toMatchObject({ role: 'worker', connectionsMax: 500 });
  expect(processOf('waitlist-service')).toEqual([]);
  expect(seeProcesses([]).standing).toBe('ok');
  expect(seeProcesses([worker, serve])).toMatchObject({ standing: 'ok', says: expect.stringMatching(/^2 run/) });
  const differs = seeProcesses([worker, elsewhere]);
  expect(differs).toMatchObject({ standing: 'warning', says: expect.stringContaining('PORTAL_URL') });
  const older = seeProcesses([{ ...worker, version: '0.0.9' }, elsewhere]);
  expect(older.says).toMatch(
    /^Processes of different versions run: serve [\d.]+, worker 0\.0\.9\. Processes have different/,
  );
});
