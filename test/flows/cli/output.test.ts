import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LAUNCHER } from '../../support/command-line.ts';

const FULL = '/dev/full'; // each write to it fails as to a full disk

test.skipIf(!existsSync(FULL))('a command whose output cannot be written says so and fails', async () => {
  const full = await open(FULL, 'w');
  try {
    const child = spawn(LAUNCHER, ['--help'], { stdio: ['ignore', full.fd, 'pipe'] });
    const [said] = await Promise.all([text(child.stderr ?? expect.fail('no stream')), once(child, 'close')]);
    expect({ code: child.exitCode, said }).toEqual({
      code: 1,
      said: 'The output could not be written (ENOSPC): what was printed is not complete.\n',
    });
  } finally {
    await full.close();
  }
});
