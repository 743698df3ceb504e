import { useStoreSettings } from '../../requests/reads.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Legal } from '../settings/legal.tsx';
import { Notices } from './notices.tsx';
import { BrandPage } from './parts.tsx';

/** The seller and the legal pages as shoppers see them. They are among the settings too, where a new merchant looks. */
export function LegalPage() {
  const settings = useStoreSettings();
  return (
    <BrandPage part="legal">
      <div class="narrow">
        <Shown of={settings}>{(store) => <Legal store={store} />}</Shown>
        <Notices />
      </div>
    </BrandPage>
  );
}
