import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commerceContract, storeOrder } from '../../../test/support/commerce-contract.ts';
import { createFileCommerce } from './files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commerce-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const folderOf = () => join(root, 'orders');

describe('orders as files', () => {
  commerceContract(async () => {
    const connector = createFileCommerce(folderOf());
    return {
      connector,
      async found(orderId) {
        const [path] = await connector.archive.filesOf(orderId);
        return path === undefined ? null : JSON.parse(await readFile(path, 'utf8'));
      },
      count: async () => (await readdir(folderOf()).catch(() => [])).length,
      async cutOff() {
        await rename(folderOf(), `${folderOf()}.away`);
        await writeFile(folderOf(), 'a file in place of the folder');
        return async () => {
          await rm(folderOf());
          await rename(`${folderOf()}.away`, folderOf());
        };
      },
    };
  });

  test('can be read only by the owner, are written atomically, and can be removed', async () => {
    const connector = createFileCommerce(folderOf());
    const order = storeOrder();
    await connector.put(order);
    const [path = ''] = await connector.archive.filesOf(order.id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folderOf())).mode & 0o777).toBe(0o700);
    expect((await readdir(folderOf())).filter((name) => name.startsWith('.'))).toEqual([]);
    await connector.archive.remove(order.id);
    await connector.archive.remove(order.id);
    expect(await connector.archive.filesOf(order.id)).toEqual([]);
  });

  test('stay in their folder even if an id contains a path', async () => {
    const connector = createFileCommerce(folderOf());
    const order = { ...storeOrder(), id: '../../outside' };
    await connector.put(order);
    const [path = ''] = await connector.archive.filesOf(order.id);
    expect(path.startsWith(folderOf())).toBe(true);
    expect(path).not.toContain('..');
  });
});
