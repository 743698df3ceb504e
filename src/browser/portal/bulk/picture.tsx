import { useState } from 'preact/hooks';

/** The product's picture, from where the store keeps it. One that does not come leaves its place empty. */
export function Picture({ url }: { url: string | null }) {
  const [failed, setFailed] = useState(false);
  return (
    <span class="work__picture">
      {url !== null && !failed && (
        <img
          src={url}
          alt=""
          width="28"
          height="28"
          loading="lazy"
          referrerpolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
