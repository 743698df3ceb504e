import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnPostgres } from '../support/own-postgres.ts';
import type { Older } from './older.ts';
import { type ShopperTally, sendShoppers } from './shoppers.ts';
import { openStage, type Stage } from './stage.ts';
import type { Report } from './table.ts';
import { tell } from './tell.ts';
import { judge } from './verdict.ts';

export type Fault = {
  name: string;
  /** No request may fail, not even to be tried again. */
  isUnseen?: boolean;
  /** Does it once and takes it back. Resolves when everything is there again. `turn` counts from 0. */
  strike(stage: Stage, turn: number): Promise<void>;
  /** The server to strike at, in place of a PostgreSQL of its own. */
  server?(): Promise<OwnPostgres>;
  /** More settings of all processes. */
  env?(): Promise<Record<string, string>>;
  /** How long the mail server takes for each mail. */
  mailMs?: number;
  /** The code that the stage begins with, in place of this one. */
  older?: Older;
  /** Looks for more than the books show, once the shoppers have left and all work is done. Returns what is wrong, in words. */
  faultsOf?(stage: Stage, seen: ShopperTally): Promise<string[]>;
};

// What took so long is then in what the services said.
const LONG_MS = 5_000;

export type Turns = {
  /** How often each fault is struck. */
  times: number;
  /** Strikes only the faults that have this in their name. */
  only?: string | undefined;
  /** The folder of an unpacked archive whose processes run, in place of the sources. */
  archive?: string | undefined;
};

export type FaultOptions = Turns & {
  shoppers: number;
  betweenMs: number;
  /** How many services run; two or more are behind a balancer. */
  services?: number;
};

/** Strikes each fault so many times on a stage of its own, with shoppers who buy all the while, and reports what was left. */
export async function* runFaults(faults: readonly Fault[], options: FaultOptions): AsyncGenerator<Report> {
  const chosen = faults.filter(({ name }) => name.includes(options.only ?? ''));
  for (const fault of chosen) yield await runFault(fault, options);
}

async function runFault(fault: Fault, options: FaultOptions): Promise<Report> {
  const { times, shoppers: count, betweenMs, services = 1, archive } = options;
  const [server, env] = [await fault.server?.(), await fault.env?.()];
  const { older, mailMs } = fault;
  const stage = await openStage({
    services,
    archive,
    ...(server && { server }),
    ...(env && { env }),
    ...(older && { older }),
    ...(mailMs !== undefined && { mailMs }),
  });
  try {
    const shoppers = sendShoppers(stage, count);
    const recoveriesMs: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      await sleep(betweenMs);
      const said = stage.services.map(({ process }) => ({ process, before: process.output().length }));
      await fault.strike(stage, turn);
      const over = performance.now();
      recoveriesMs.push((await shoppers.goodAfter(over)) - over);
      const ms = recoveriesMs.at(-1) ?? 0;
      if (ms > LONG_MS) for (const { process, before } of said) tell(process.output().slice(before));
      tell(`${fault.name}: ${turn + 1} of ${times}, first good answer after ${Math.round(ms)} ms`);
    }
    await sleep(betweenMs);
    await shoppers.leave();
    const verdict = await judge(stage, shoppers.seen);
    verdict.faults.push(...((await fault.faultsOf?.(stage, shoppers.seen)) ?? []));
    return { fault: fault.name, isUnseen: fault.isUnseen === true, times, recoveriesMs, ...verdict };
  } finally {
    await stage.stop();
  }
}
