import { setTimeout as sleep } from 'node:timers/promises';
import { shiftClock } from '../support/core.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import type { ShopperTally } from './shoppers.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';
import { TRY_NOW } from './verdict.ts';
import type { Mood, Wire } from './wire.ts';

const SHOPPERS = 8;
const BETWEEN_MS = 2_000;
const STEP_S = 5 * 60;
const HOUR_S = 60 * 60;

type Provider = { name: string; wayOf: (stage: Stage) => Wire };
const PROVIDERS: readonly Provider[] = [
  { name: 'mail server', wayOf: ({ ways }) => ways.mail },
  { name: 'payment provider', wayOf: ({ bank }) => bank.way },
];

type Away = { provider: Provider; mood: Mood; word: string; stepMs: number };

const away = ({ provider: { name, wayOf }, mood, word, stepMs }: Away): Fault => ({
  name: `${name} ${word} for an hour`,
  async strike(stage) {
    wayOf(stage).be(mood);
    // Jobs do not wait for their next try: it comes as soon as the hour goes on.
    for (let passed = 0; passed < HOUR_S; passed += STEP_S) {
      await sleep(stepMs);
      await shiftClock(stage.db, STEP_S);
      await stage.db.query(TRY_NOW);
    }
    wayOf(stage).be('whole');
  },
  faultsOf: withoutMail,
});

/** Each shopper who was told a pre-order has its mail. */
async function withoutMail({ smtp }: Stage, { told }: ShopperTally): Promise<string[]> {
  const mails = (await smtp.read()).map(({ subject, text, html }) => `${subject} ${text} ${html}`).join('\n');
  const without = told.filter((reference) => !mails.includes(reference));
  return without.length > 0 ? [`${without.length} shoppers have no mail, such as for ${without[0]}`] : [];
}

/**
 * The mail server and the payment provider are away, or take everything and answer nothing, for an hour of the service's clock. Each five
 * minutes of it take `stepMs`.
 */
export function runProviders({ stepMs = 1_500, ...turns }: Turns & { stepMs?: number }): AsyncGenerator<Report> {
  const faults = PROVIDERS.flatMap((provider) => [
    away({ provider, mood: 'refused', word: 'down', stepMs }),
    away({ provider, mood: 'silent', word: 'hanging', stepMs }),
  ]);
  return runFaults(faults, { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}
