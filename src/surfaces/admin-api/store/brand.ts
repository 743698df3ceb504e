import type { Deps } from '../../../core/deps.ts';
import { setFont, setLogo, updateBrand } from '../../../core/stores/commands/brand.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { FONT_BYTES_MAX, LOGO_BYTES_MAX } from '../../../domain/brand.ts';
import * as operations from '../../../protocol/schema/admin-api/brand.ts';
import { valuesOf } from '../../fields.ts';
import { brandJson } from '../../merchant-json/brand.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import type { Asker } from '../authenticate.ts';
import type { Change } from '../serve.ts';

const LOGO = { types: ['image/png', 'image/jpeg', 'image/webp'], bytesMax: LOGO_BYTES_MAX };
const FONT = { types: ['font/woff2', 'font/woff'], bytesMax: FONT_BYTES_MAX };

/** Registers the store's look: colours and sender as JSON, logo and font as files. */
export function registerBrand({ reads, writes, takesFile }: AdminRoutes): void {
  const view = async ({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, storeId: string) =>
    brandJson(await readStore(db, storeId), baseUrl);

  const change = ({ store: { id } }: Asker, run: (joined: Deps, storeId: string) => Promise<void>): Change => ({
    version: (joined) => view(joined, id),
    async run(joined) {
      await run(joined, id);
      return { subject: id };
    },
    answer: (joined) => view(joined, id),
  });

  reads(
    operations.getBrand,
    ({ store }, _, reading) => view(reading, store.id),
    (json) => json,
  );
  writes(operations.updateBrand, (asker, input) => {
    const { prove, store } = asker;
    const given = valuesOf(operations.BrandChange, input, store);
    // It is where the answers of shoppers go.
    if (given.replyTo !== undefined && given.replyTo !== (store.brand?.replyTo ?? null)) prove();
    return change(asker, (joined, storeId) => updateBrand(joined, storeId, given));
  });
  takesFile(operations.setLogo, LOGO, (asker, _, bytes) => change(asker, (joined, id) => setLogo(joined, id, bytes)));
  takesFile(operations.setFont, FONT, (asker, _, bytes) => change(asker, (joined, id) => setFont(joined, id, bytes)));
  writes(operations.removeLogo, (asker) => change(asker, (joined, id) => updateBrand(joined, id, { logo: null })));
  writes(operations.removeFont, (asker) => change(asker, (joined, id) => updateBrand(joined, id, { font: null })));
}
