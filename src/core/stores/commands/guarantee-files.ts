import { AppError } from '../../../domain/error.ts';
import { type NoticeFor, OFFICIAL_BYTES_MAX, officialFlaw } from '../../../domain/guarantee-notice.ts';
import type { Sql } from '../../../platform/db.ts';
import { readImage } from '../../../platform/image-file.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { listGuaranteeNotices } from '../queries/guarantee-files.ts';
import { dropOldAssets, keepAsset, NO_FACTS } from './assets.ts';
import { lockStore } from './lock.ts';

// More than the languages of the EU, and some countries with a file of their own.
const NOTICES_MAX = 60;

/**
 * Gives the store the official notice of the legal guarantee for readers of a language. Throws `official_file_refused` for a file that is
 * no still PNG, JPEG or WebP image of a fitting size.
 */
export async function setGuaranteeNotice(
  deps: Pick<Deps, 'db'>,
  storeId: string,
  { language, country, bytes }: NoticeFor & { bytes: Buffer },
): Promise<void> {
  await setFile(deps, { storeId, bytes }, async (tx, hash) => {
    await tx.query(
      `INSERT INTO guarantee_notice (store_id, language, country, hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (store_id, language, country) DO UPDATE SET hash = $4`,
      [storeId, language, country ?? '', hash],
    );
    const { length } = await listGuaranteeNotices(tx, storeId);
    if (length > NOTICES_MAX) throw refused(`the store has ${NOTICES_MAX} notices already`);
  });
}

/** Gives a notice up. One that is not there is no mistake. */
export async function removeGuaranteeNotice(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { language, country }: NoticeFor,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    await tx.query('DELETE FROM guarantee_notice WHERE store_id = $1 AND language = $2 AND country = $3', [
      storeId,
      language,
      country ?? '',
    ]);
    await filesChanged(tx, storeId);
  });
}

/** Gives a product the official label of its producer’s guarantee of durability. Throws `official_file_refused`. */
export async function setGuaranteeLabel(
  deps: Pick<Deps, 'db'>,
  storeId: string,
  { productId, bytes }: { productId: string; bytes: Buffer },
): Promise<void> {
  await setFile(deps, { storeId, bytes }, async (tx, hash) => {
    await tx.query(
      `INSERT INTO guarantee_label (store_id, product_id, hash) VALUES ($1, $2, $3)
       ON CONFLICT (store_id, product_id) DO UPDATE SET hash = $3`,
      [storeId, productId, hash],
    );
  });
}

/** Gives the label of a product up. */
export async function removeGuaranteeLabel(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  productId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    await tx.query('DELETE FROM guarantee_label WHERE store_id = $1 AND product_id = $2', [storeId, productId]);
    await filesChanged(tx, storeId);
  });
}

const refused = (why: string) =>
  new AppError('official_file_refused', `This file cannot be shown, because ${why}.`, { param: 'file' });

async function setFile(
  { db }: Pick<Deps, 'db'>,
  { storeId, bytes }: { storeId: string; bytes: Buffer },
  name: (tx: Sql, hash: string) => Promise<void>,
): Promise<void> {
  if (bytes.length > OFFICIAL_BYTES_MAX) throw refused(`it is larger than ${OFFICIAL_BYTES_MAX / 1024} KiB`);
  const image = await readImage(bytes, officialFlaw);
  if (typeof image === 'string') throw refused(image);
  await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    await name(tx, await keepAsset(tx, storeId, { bytes, facts: { ...NO_FACTS, ...image } }));
    await filesChanged(tx, storeId);
  });
}

async function filesChanged(tx: Sql, storeId: string): Promise<void> {
  await dropOldAssets(tx, storeId);
  await emit(tx, 'store.changed', { storeId, subjectId: storeId });
}
