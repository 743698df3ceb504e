import { useState } from 'preact/hooks';

export function Picture({ src, small }: { src: string | null; small?: boolean }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return null;
  return (
    <img
      class={`product__image${small ? ' product__image--small' : ''}`}
      src={src}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}
