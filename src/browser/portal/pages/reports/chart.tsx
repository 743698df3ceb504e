import './language.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { currentLocale } from '../../texts.ts';

export type Series = {
  name: string;
  values: readonly number[];
  /** Which of the four lines of a chart it is: each has a colour and a dash of its own. */
  look: 0 | 1 | 2 | 3;
};

export type ChartProps = {
  /** What the chart says, for those who do not see it. The table below has its numbers. */
  label: string;
  /** Days, or moments where a time zone is given. */
  days: readonly string[];
  timeZone?: string;
  series: readonly Series[];
  format: (value: number) => string;
};

const HEIGHT = 220;
const DAY_S = 86_400;
// Whole days, weeks and months: a tick between two days would say nothing.
const DAY_STEPS_S = [1, 2, 7, 14, 28, 56, 91, 182].map((days) => days * DAY_S);
const CLOCK_STEPS_S = [60, 300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, ...DAY_STEPS_S];
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]];
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4'];

/** Lines over days, or over the hours of a launch. Pointing at one says its numbers. */
export function Chart({ label, days, timeZone, series, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number>();
  const dark = useDark();
  const times = timeZone ? CLOCK : DAYS;
  // A chart is drawn again when its numbers differ, not when the page asks again and gets the same ones.
  const numbers = JSON.stringify([days, series.map(({ values }) => values)]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data = [days.map((day) => secondsOf(day, timeZone)), ...series.map(({ values }) => [...values])];
    const width = () => element.clientWidth;
    const plot = new uPlot(
      optionsOf({ element, series, format, onDay: setAt, times }),
      data as uPlot.AlignedData,
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: width(), height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [numbers, dark]);
  const shown = at ?? days.length - 1;
  const shownDay = days[shown];
  return (
    <div class="chart">
      <p class="chart__legend">
        <span class="chart__day">{shownDay !== undefined && times.text(secondsOf(shownDay, timeZone))}</span>
        {series.map(({ name, values, look }) => (
          <span key={name} class="chart__name">
            <svg class={`chart__line chart__line--${look}`} viewBox="0 0 20 4" aria-hidden="true">
              <line x1="0" y1="2" x2="20" y2="2" stroke-width="3" stroke-dasharray={DASHES[look]?.join(' ')} />
            </svg>
            {name} <strong>{format(values[shown] ?? 0)}</strong>
          </span>
        ))}
      </p>
      <div ref={place} class="chart__plot" role="img" aria-label={label} />
    </div>
  );
}

type Drawn = Pick<ChartProps, 'series' | 'format'> & {
  element: HTMLElement;
  onDay: (at: number | undefined) => void;
  times: Times;
};

function optionsOf({ element, series, format, onDay, times }: Drawn): uPlot.Options {
  const colour = (name: string) => colourOf(element, name);
  const axis = {
    stroke: colour('--chart-text'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('--chart-grid'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        incrs: times.steps,
        space: times.space,
        values: (_plot, splits) => splits.map((split) => times.text(split)),
      },
      { ...axis, size: 76, values: (_plot, splits) => splits.map((split) => (split % 1 === 0 ? format(split) : '')) },
    ],
    series: [
      {},
      ...series.map(({ look }) => ({
        stroke: colour(COLOURS[look] ?? ''),
        width: 2,
        dash: DASHES[look] ?? [],
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? undefined)] },
  };
}

/** Returns a colour of the style sheet as a canvas takes it: what is a variable, or differs by light and dark, is worked out. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.removeProperty('color');
  return color;
}

/** Where a day or a moment stands on the axis: on the clock of its time zone, so that a tick of a day is at its midnight. */
function secondsOf(time: string, timeZone: string | undefined): number {
  const at = new Date(time);
  if (timeZone === undefined) return at.getTime() / 1_000;
  const local = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
  return Date.parse(`${local.replace(' ', 'T')}Z`) / 1_000;
}

/** What stands below the lines: how far apart in seconds and pixels, and in which words. */
type Times = { steps: number[]; space: number; text: (seconds: number) => string };

const DAYS: Times = {
  steps: DAY_STEPS_S,
  space: 70,
  text: (seconds) => formatTime(seconds, { day: 'numeric', month: 'short' }),
};
const CLOCK: Times = {
  steps: CLOCK_STEPS_S,
  space: 100,
  text: (seconds) => formatTime(seconds, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
};

function formatTime(seconds: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' }).format(new Date(seconds * 1_000));
}

function useDark(): boolean {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const look = () => setDark(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return dark;
}
