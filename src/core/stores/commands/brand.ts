import {
  BRAND_PARTS,
  checkLook,
  checkSender,
  FONT_BYTES_MAX,
  LOGO_BYTES_MAX,
  type Look,
  logoFlaw,
  type Sender,
} from '../../../domain/brand.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { readFont } from '../../../platform/font-file.ts';
import { readImage } from '../../../platform/image-file.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readPalette } from '../palette.ts';
import { readStore } from '../queries.ts';
import { dropOldAssets, keepAsset, NO_FACTS } from './assets.ts';
import { lockStore } from './lock.ts';

/** What is stored: `logo` and `font` are hashes of the store's files. */
type BrandRow = Look & Sender & { logo: string | null; font: string | null };

/** Parts that are absent stay unchanged; null gives up a part for ours. */
type Changes = Partial<BrandRow>;

/** A logo or font can be given up, and is set by a command of its own. */
export type BrandChanges = Omit<Changes, 'logo' | 'font'> & { logo?: null; font?: null };

const NOTHING: BrandRow = {
  accent: null,
  ground: null,
  groundDark: null,
  radius: null,
  logo: null,
  font: null,
  senderName: null,
  replyTo: null,
};

/**
 * Changes the look of a store's pages and mails, and their sender. Throws `colour_unreadable` for a colour that text or a button could
 * not be read in, and `invalid_parameter`.
 */
export async function updateBrand(deps: Pick<Deps, 'db'>, storeId: string, changes: BrandChanges): Promise<void> {
  await deps.db.transaction((tx) => change(tx, storeId, changes));
}

/** Gives the store a logo. Throws `logo_refused` for a file that is no still PNG, JPEG or WebP image of a fitting size. */
export async function setLogo(deps: Pick<Deps, 'db'>, storeId: string, bytes: Buffer): Promise<void> {
  const refused = (why: string) =>
    new AppError('logo_refused', `This file cannot be the logo, because ${why}.`, { param: 'file' });
  if (bytes.length > LOGO_BYTES_MAX) throw refused(`it is larger than ${LOGO_BYTES_MAX / 1024} KiB`);
  const image = await readImage(bytes, logoFlaw);
  if (typeof image === 'string') throw refused(image);
  await deps.db.transaction(async (tx) => {
    const logo = await keepAsset(tx, storeId, { bytes, facts: { ...NO_FACTS, ...image } });
    await change(tx, storeId, { logo });
  });
}

/** Gives the store a font. Throws `font_refused` for a file that is no whole WOFF2 or WOFF font. */
export async function setFont(deps: Pick<Deps, 'db'>, storeId: string, bytes: Buffer): Promise<void> {
  const refused = (why: string) =>
    new AppError('font_refused', `This file cannot be the font, because ${why}.`, { param: 'file' });
  if (bytes.length > FONT_BYTES_MAX) throw refused(`it is larger than ${FONT_BYTES_MAX / 1024} KiB`);
  const facts = readFont(bytes);
  if (typeof facts === 'string') throw refused(facts);
  await deps.db.transaction(async (tx) => {
    const font = await keepAsset(tx, storeId, { bytes, facts: { ...NO_FACTS, ...facts } });
    await change(tx, storeId, { font });
  });
}

async function change(tx: Sql, storeId: string, changes: Changes): Promise<void> {
  await lockStore(tx, storeId);
  const { brand } = await readStore(tx, storeId);
  const before = brand && { ...brand, logo: brand.logo?.hash ?? null, font: brand.font?.hash ?? null };
  const row = checked({ ...NOTHING, ...before, ...changes });
  await tx.query(
    `INSERT INTO store_brand (store_id, accent, ground, ground_dark, radius, logo, font, sender_name, reply_to)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (store_id) DO UPDATE SET accent = $2, ground = $3, ground_dark = $4, radius = $5, logo = $6, font = $7,
       sender_name = $8, reply_to = $9`,
    [storeId, ...BRAND_PARTS.map((part) => row[part])],
  );
  await dropOldAssets(tx, storeId);
  await emit(tx, 'store.changed', { storeId, subjectId: storeId });
}

function checked(row: BrandRow): BrandRow {
  const ready = { ...row, ...checkLook(row, readPalette()), ...checkSender(row) };
  if (ready.replyTo === null || isEmail(ready.replyTo)) return ready;
  const message = `“${ready.replyTo.slice(0, 60)}” is not an e-mail address.`;
  throw new AppError('invalid_parameter', message, { param: 'reply_to' });
}
