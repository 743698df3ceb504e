import { useState } from 'preact/hooks';
import type { StoreLogo } from '../../protocol/wire/store-logo.ts';

type StoreHeadProps = { store: { name: string; logo: StoreLogo | null }; nameClass: string };

/** Whose page this is: the logo, and the name unless the logo has it. A logo that does not load leaves the name. */
export function StoreHead({ store, nameClass }: StoreHeadProps) {
  const [broken, setBroken] = useState(false);
  const logo = broken ? null : store.logo;
  return (
    <>
      {logo && (
        <img
          class="logo"
          src={logo.src}
          width={logo.width}
          height={logo.height}
          alt={logo.withName ? '' : store.name}
          onError={() => setBroken(true)}
        />
      )}
      {(logo?.withName ?? true) && (
        <p class={nameClass} dir="auto">
          {store.name}
        </p>
      )}
    </>
  );
}
