import type { Product } from '../../core/catalog/queries.ts';
import type { Deps } from '../../core/deps.ts';
import {
  findGuaranteeLabel,
  type GuaranteeNotice,
  listGuaranteeNotices,
  type OfficialFile,
} from '../../core/stores/queries/guarantee-files.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { Waitlist } from '../../core/waitlists/queries.ts';
import { chooseNotice } from '../../domain/guarantee-notice.ts';
import { shipsTo } from '../../domain/waitlist.ts';
import { daysToWithdraw, isExcluded } from '../../domain/withdrawal-period.ts';
import type { BeforeContract, OfficialPicture } from '../../protocol/wire/before-contract.ts';
import { assetPath } from '../brand.ts';
import { instructionsPath } from '../instructions.ts';

/** The official files of a store, and of one product of it. */
export type OfficialFiles = { notices: GuaranteeNotice[]; label: OfficialFile | null };

export const NOTHING_BEFORE: BeforeContract = { notice: null, label: null, instructions: null };
export const NO_FILES: OfficialFiles = { notices: [], label: null };

export async function readOfficialFiles(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Store, 'id'>,
  product: Pick<Product, 'id'>,
): Promise<OfficialFiles> {
  return { notices: await listGuaranteeNotices(db, id), label: await findGuaranteeLabel(db, id, product.id) };
}

type Offered = Pick<Waitlist, 'countries' | 'withdrawalExclusion'>;

/** Returns what the law wants shown before the contract, for the countries to which the store ships this. */
export function beforeContract(
  store: Store,
  { countries, withdrawalExclusion: exclusion }: Offered,
  { files: { notices, label }, locale }: { files: OfficialFiles; locale: string },
): BeforeContract {
  const to = store.shipping.map(({ country }) => country).filter((country) => shipsTo(countries, country));
  const picture = (file: OfficialFile) => pictureOf(store, file);
  const chosen = chooseNotice(notices, { locale, storeLocale: store.locale, countries: to });
  return {
    notice: chosen && {
      every: picture(chosen.every),
      own: Object.fromEntries(Object.entries(chosen.own).map(([country, file]) => [country, picture(file)])),
      countries: chosen.countries,
    },
    label: label && picture(label),
    instructions: instructionsFor(store, { countries: to, exclusion, locale }),
  };
}

type Concerned = { countries: string[]; exclusion: Waitlist['withdrawalExclusion']; locale: string };

function instructionsFor(store: Store, { countries, exclusion, locale }: Concerned): BeforeContract['instructions'] {
  const concerned = countries.filter((country) => daysToWithdraw(country, store) !== null);
  if (concerned.length === 0 || isExcluded(exclusion)) return null;
  return { href: instructionsPath(store, { locale, exclusion }), countries: concerned };
}

const pictureOf = (store: Store, file: OfficialFile): OfficialPicture => ({
  src: assetPath(store, file),
  width: file.width,
  height: file.height,
});

/** Returns the sources of a page that shows these pictures. */
export const officialSources = ({ notice, label }: BeforeContract): string[] => (notice || label ? ["'self'"] : []);
