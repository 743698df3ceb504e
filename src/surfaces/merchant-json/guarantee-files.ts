import type { GuaranteeNotice, OfficialFile } from '../../core/stores/queries/guarantee-files.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { AdminGuaranteeLabel, AdminGuaranteeNotices } from '../../protocol/schema/admin-api/guarantee-files.ts';
import { assetPath } from '../brand.ts';

/** Where the files of a store are read. */
type Place = { store: Pick<Store, 'publicKey'>; baseUrl: string };

export function noticesJson(notices: readonly GuaranteeNotice[], place: Place): AdminGuaranteeNotices {
  return {
    notices: notices.map((notice) => ({
      language: notice.language,
      country: notice.country,
      ...fileJson(notice, place),
    })),
  };
}

export const labelJson = (label: OfficialFile | null, place: Place): AdminGuaranteeLabel => ({
  label: label && fileJson(label, place),
});

function fileJson({ hash, type, width, height }: OfficialFile, { store, baseUrl }: Place) {
  return { url: baseUrl + assetPath(store, { hash, type, width, height }), type, width, height };
}
