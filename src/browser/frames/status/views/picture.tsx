import { useState } from 'preact/hooks';

/**
 * The product's picture, or a quiet sign in its place. Its room is the same in both cases, so nothing moves when it comes.
 * A browser that asks other sites to agree (`embedding.ts`) may load it only on a second try, as a request that says so.
 */
export function Picture({ src }: { src: string | null }) {
  const [refused, setRefused] = useState(0);
  return (
    <span class="picture">
      {src === null || refused > 1 ? (
        <Box />
      ) : (
        <img
          key={refused}
          src={src}
          alt=""
          decoding="async"
          {...(refused === 1 && { crossOrigin: 'anonymous' as const })}
          onError={() => setRefused(refused + 1)}
        />
      )}
    </span>
  );
}

function Box() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path
        d="M4.5 9 14 4l9.5 5v10L14 24l-9.5-5ZM4.5 9l9.5 5 9.5-5M14 14v10M9.25 6.5l9.5 5"
        fill="none"
        stroke="currentColor"
        stroke-width="1.25"
        stroke-linejoin="round"
      />
    </svg>
  );
}
