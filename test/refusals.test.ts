import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// A refusal of the core is told by every surface, so it names no command of one of them; the command line adds its own hints. An
// alert is told to the merchant wherever they look.

const ROOT = new URL('../', import.meta.url);

test('no refusal of the core names a command', async () => {
  const named: string[] = [];
  for await (const file of glob('src/{core,domain}/**/*.ts', { cwd: ROOT })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(new URL(file, ROOT), 'utf8');
    for (const [statement] of text.matchAll(/new AppError\([^;]*;/g)) {
      // The message stands in the call, or in a constant before it.
      const [, constant] = /new AppError\(\s*'\w+',\s*([A-Za-z]\w*)\b/.exec(statement) ?? [];
      const before = text.slice(0, text.indexOf(statement));
      const words = constant ? (before.split(`const ${constant} =`).at(-1)?.split(';\n')[0] ?? '') : '';
      if (`${statement} ${words}`.includes('./service')) named.push(`${file}: ${statement.slice(0, 80)}`);
    }
  }
  expect(named).toEqual([]);
});
