import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STARTERS, useFolder } from '../../support/runtime.ts';
import { processesOf } from '../../support/service-process.ts';

const MAKES = 'Making the database';

describe.each(STARTERS)('npm start as $who', ({ uid, possible }) => {
  const { here, start } = useFolder(uid);

  test.runIf(possible)(
    'starts from an empty folder, and leaves no process behind after SIGTERM or Ctrl-C',
    async () => {
      const first = await start();
      const made = () => stat(join(here.dataDir, 'pg18', 'PG_VERSION')).then(({ ino, mtimeMs }) => ({ ino, mtimeMs }));
      const madeFirst = await made();
      expect(first.output()).toContain(`http://localhost:${here.env.DEMO_PORT}`);
      expect((await fetch(`http://127.0.0.1:${here.env.PORT}/health/ready`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${here.env.DEMO_PORT}/`)).status).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${here.env.ADMIN_PORT}/metrics`)).text()).toContain(
        'route="/health/ready"',
      );
      expect((await processesOf(here.dataDir)).length).toBeGreaterThan(2); // these are the bootstrap, the service and the database
      for (const name of ['secret-key', 'pg18.password', 'runtime.json']) {
        expect((await stat(join(here.dataDir, name))).mode & 0o777).toBe(0o600);
      }
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(await processesOf(here.dataDir)).toEqual([]);

      // A later start creates nothing and needs no npm.
      const later = await start({ PATH: '/nowhere' });
      expect(await made()).toEqual(madeFirst);
      expect(first.output()).toContain(MAKES);
      expect(later.output()).not.toContain(MAKES);
      expect(later.output().split('\n')[0]).toMatch(/^Ready/);
      later.child.kill('SIGINT');
      expect(await later.ended).toBe(0);
      expect(await processesOf(here.dataDir)).toEqual([]);
    },
  );
});
