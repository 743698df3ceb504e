import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../platform/whole-file.ts';
import { type CommerceConnector, CommerceError, type OrderArchive } from './port.ts';

/** Returns the connector for stores without a connected system. It keeps every order as a JSON file for other programs to read. */
export function createFileCommerce(folder: string): CommerceConnector & { archive: OrderArchive } {
  const nameOf = (orderId: string) => `${orderId.replaceAll(/[^\w-]/g, '_')}.json`;
  const pathOf = (orderId: string) => join(folder, nameOf(orderId));
  return {
    name: 'files',
    async put(order) {
      try {
        await writeAtomically(folder, { name: nameOf(order.id), content: `${JSON.stringify(order, null, 2)}\n` });
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
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
