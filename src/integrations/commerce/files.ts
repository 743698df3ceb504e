import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommerceConnector, CommerceError, type OrderArchive } from './port.ts';

/** For stores whose system is not connected: keeps every order as a JSON file, which whatever fulfils them can read. */
export function createFileCommerce(folder: string): CommerceConnector & { archive: OrderArchive } {
  const pathOf = (orderId: string) => join(folder, `${orderId.replaceAll(/[^\w-]/g, '_')}.json`);
  return {
    name: 'files',
    async put(order) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(pathOf(order.id), `${JSON.stringify(order, null, 2)}\n`);
      } catch (error) {
        throw new CommerceError('unreachable', `the folder of orders cannot be written (${codeOf(error)})`);
      }
      return { ref: `${order.reference}/${order.number}` };
    },
    archive: {
      filesOf: async (orderId) => [pathOf(orderId)].filter((path) => existsSync(path)),
      remove: (orderId) => rm(pathOf(orderId), { force: true }),
    },
  };

  /** The rename shows no reader half of a file. Only its owner may read it: it holds a shopper's address. */
  async function writeWhole(path: string, content: string): Promise<void> {
    const draft = join(folder, `.${randomUUID()}`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
