const PATHS = {
  alert: 'M8 5v3.5M8 11h.01M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z',
  check: 'm3.5 8.5 3 3 6-7',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  clock: 'M8 4.5V8l2.25 1.5M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z',
  close: 'm4 4 8 8m0-8-8 8',
  info: 'M8 11V7.5M8 5h.01M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z',
  lock: 'M5 7V5a3 3 0 0 1 6 0v2M4 7h8v6.5H4Z',
  minus: 'M3.5 8h9',
  plus: 'M3.5 8h9M8 3.5v9',
};

export type IconName = keyof typeof PATHS;

/** An icon in the colour of the text. It is hidden from screen readers: the text beside it says the same. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
