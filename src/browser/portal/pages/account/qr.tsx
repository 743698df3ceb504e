// A reader finds the code by the empty border around it, of four units at least.
const BORDER = 4;

/** Draws a QR code from its rows, in which `1` is dark. Dark on light in both schemes: not every reader takes the opposite. */
export function Qr({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * BORDER;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect class="qr__ground" width={size} height={size} />
      <path class="qr__dark" d={rows.flatMap(runsOf).join('')} />
    </svg>
  );
}

/** Returns the dark parts of a row as rectangles of a path. */
function runsOf(row: string, y: number): string[] {
  return [...row.matchAll(/1+/g)].map(({ 0: run, index }) => {
    return `M${index + BORDER} ${y + BORDER}h${run.length}v1h-${run.length}z`;
  });
}
