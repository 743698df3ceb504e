// Drawn on 16 × 16 with round lines, like those of the frames (src/browser/ui/icon.tsx).
const PATHS = {
  account: 'M8 8.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.75 14a5.25 5.25 0 0 1 10.5 0',
  box: 'M8 1.75 13.75 4.5v7L8 14.25 2.25 11.5v-7L8 1.75Zm0 12.5V7.5M2.25 4.5 8 7.5l5.75-3',
  brush: 'M13.5 2.5 7 9M9 7l-1.5 4C6.5 13.5 4 14 2 13.5c1.5-1 1-2 1.5-3.5S6 8 7 9',
  card: 'M1.75 3.5h12.5v9H1.75ZM1.75 6.5h12.5M4.25 10h3',
  chart: 'M2.25 2.25v11.5h11.5M5 11V8m3 3V5m3 6V7',
  check: 'm3.5 8.5 3 3 6-7',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  close: 'm4 4 8 8m0-8-8 8',
  clock: 'M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5ZM8 4.5V8l2.5 1.5',
  copy: 'M5.75 5.75h8v8h-8ZM10.25 5.75v-3.5h-8v8h3.5',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  external: 'M9.5 2.5h4v4m0-4L7.5 8.5M12 9.5v4H2.5V4h4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  home: 'M2.5 7 8 2.25 13.5 7v6.5h-4V9.5h-3v4h-4Z',
  mail: 'M1.75 3.5h12.5v9H1.75Zm.5.5L8 8.5 13.75 4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  next: 'm6 3.5 4.5 4.5L6 12.5',
  percent: 'm3.5 12.5 9-9M5 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm6 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  play: 'M4 2.5v11l9-5.5Z',
  receipt: 'M3.5 1.75h9v12.5l-2.25-1.5-2.25 1.5-2.25-1.5-2.25 1.5ZM6 5.5h4M6 8.5h4',
  search: 'M7 12.25A5.25 5.25 0 1 0 7 1.75a5.25 5.25 0 0 0 0 10.5Zm3.75-1.5 3.5 3.5',
  send: 'M14 2 2 6.5 7 9l2.5 5Z',
  settings: 'M2.5 4.5h6m3 0h2m-11 7h2m3 0h6M10 3v3M6 10v3',
  undo: 'M5.5 2.5 2.25 5.75 5.5 9M2.5 5.75h7a4 4 0 0 1 0 8h-4',
  tag: 'M8.5 2.25h5.25V7.5L7.5 13.75 2.25 8.5 8.5 2.25ZM11 5h.01',
  truck:
    'M1.5 3.5h8v7.5h-8ZM9.5 6h2.75l2.25 2.5V11H9.5M4.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm7 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
} as const;

export type GlyphName = keyof typeof PATHS;

/** An icon in the colour of the text. The text beside it says the same, so screen readers skip it. */
export function Glyph({ name, size = 16 }: { name: GlyphName; size?: number }) {
  return (
    <svg class="glyph" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
