import { Readable } from 'node:stream';
import { finishSteps } from '../../src/core/imports/commands/act.ts';
import { type ImportFile, stageImport } from '../../src/core/imports/commands/stage.ts';
import { type Import, type ImportRow, listRows, readImport } from '../../src/core/imports/queries.ts';
import type { Core } from './core.ts';

const DEFAULTS = {
  kind: 'preorders',
  format: 'csv',
  name: 'preorders.csv',
  dryRun: false,
  raises: false,
  mails: false,
  paid: null,
  madeBy: 'a test',
} as const satisfies Omit<ImportFile, 'input'>;

const COLUMNS =
  'reference,placed_at,email,first_name,last_name,line1,postal_code,city,country,variant,quantity,price,shipping,paid,ships_from,ships_until';

/** A row of a pre-order to Berlin, as a CSV has it. */
export function foreignRow(reference: string, variant: string, changes: Partial<Record<string, string>> = {}): string {
  const cells: Record<string, string> = {
    reference,
    placed_at: '2026-01-05T10:00Z',
    email: `${reference.toLowerCase()}@shopper.example`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    line1: 'Invalidenstraße 116',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    variant,
    quantity: '1',
    price: '129.00',
    shipping: '4.90',
    paid: '133.90',
    ships_from: '',
    ships_until: '',
    ...changes,
  };
  return COLUMNS.split(',')
    .map((column) => cells[column] ?? '')
    .join(',');
}

export const foreignFile = (...rows: string[]) => `${[COLUMNS, ...rows].join('\n')}\n`;

export type Brought = { import: Import; rows: ImportRow[] };

const PIECE = 64 * 1024;

/** Takes a file in and finishes its import in this process. */
export async function bringIn(
  core: Core,
  { storeId, content, ...options }: { storeId: string; content: string } & Partial<Omit<ImportFile, 'input'>>,
): Promise<Brought> {
  const bytes = Buffer.from(content);
  // In pieces, as a file comes.
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    bytes.subarray(at * PIECE, (at + 1) * PIECE),
  );
  const input = Readable.from(pieces);
  const importId = await stageImport(core, storeId, { ...DEFAULTS, ...options, input });
  return finishImport(core, { storeId, importId });
}

export async function finishImport(core: Core, key: { storeId: string; importId: string }): Promise<Brought> {
  await finishSteps(core, key, async () => {});
  const done = await readImport(core.db, key);
  return { import: done, rows: await listRows(core.db, key, { after: 0, limit: 1_000 }) };
}
