import type { Verdict } from './verdict.ts';

export type Report = Verdict & {
  fault: string;
  /** Shoppers may not have noticed it. */
  isUnseen: boolean;
  times: number;
  /** From the end of each fault to the first pre-order that a shopper was told. */
  recoveriesMs: number[];
};

const COLUMNS: Record<string, (report: Report) => string> = {
  fault: ({ fault }) => fault,
  times: ({ times }) => String(times),
  'pre-orders told': ({ told }) => String(told),
  lost: ({ lost }) => String(lost),
  oversold: ({ oversold }) => String(oversold),
  'charged twice': ({ chargedTwice }) => String(chargedTwice),
  'held for ever': ({ heldForEver }) => String(heldForEver),
  'answers 500': ({ internalErrors }) => String(internalErrors),
  'answers 503': ({ unavailable }) => String(unavailable),
  'no answer': ({ unanswered }) => String(unanswered),
  'first good answer': ({ recoveriesMs }) => spread(recoveriesMs),
};

/** Returns the reports as a table in Markdown, as docs/reliability.md has it. */
export function tableOf(reports: readonly Report[]): string {
  const rows = [
    Object.keys(COLUMNS),
    Object.keys(COLUMNS).map(() => '---'),
    ...reports.map((report) => Object.values(COLUMNS).map((cell) => cell(report))),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns what a report has that it must not have, one sentence each. */
export function failuresOf(report: Report): string[] {
  const { fault, isUnseen, told, lost, oversold, chargedTwice, heldForEver, internalErrors, faults } = report;
  const { unavailable, unanswered } = report;
  const seen = isUnseen ? { unavailable, unanswered } : {};
  const zero = { lost, oversold, chargedTwice, heldForEver, internalErrors, ...seen };
  const broken = Object.entries(zero).filter(([, number]) => number !== 0);
  return [
    ...broken.map(([name, number]) => `${fault}: ${name} is ${number}`),
    ...(told === 0 ? [`${fault}: nobody bought anything, so it says nothing`] : []),
    ...faults.map((one) => `${fault}: ${one}`),
  ];
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const seconds = (at: number) => ((sorted.at(at) ?? 0) / 1_000).toFixed(1);
  return `median ${seconds(Math.floor(sorted.length / 2))} s, last ${seconds(-1)} s`;
}
