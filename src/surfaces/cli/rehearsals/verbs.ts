import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { runRehearsals } from '../../../core/rehearsals/commands/run.ts';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/rehearsals.ts';
import { addAskingVerb, commandFor, defineAskingVerb, KEY_OPTION, type TypedField } from '../asking.ts';
import { addExportVerb } from '../export.ts';
import { formatTable, momentIn } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import type { Answer, VerbRunner } from '../verb.ts';

type AdminRehearsal = operations.AdminRehearsal;

const LOOK_MS = 500;

export function addRehearsals(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addRun(verbs);
  addAskingVerb(verbs, 'list', { operation: operations.listRehearsals, text: rehearsalsTable });
  const isPartly = ({ state }: AdminRehearsal) => state === 'failed';
  addAskingVerb(verbs, 'show <rehearsal-id>', { operation: operations.getRehearsal, text: rehearsalText, isPartly });
  addAskingVerb(verbs, 'stop <rehearsal-id>', { operation: operations.stopRehearsal, text: rehearsalText, isPartly });
  addExportVerb(verbs, 'export <rehearsal-id> <sheet>', operations.exportRehearsal);
}

function addRun({ noun, runner }: { noun: Command; runner: VerbRunner }): void {
  const { command, inputFrom } = commandFor(noun, 'run <waitlist-id>', {
    operation: operations.startRehearsal,
    typed: {
      countries: shares('country', 'such as DE=3 (default: the store’s country)', (name) => name.toUpperCase()),
      quantities: shares('quantity', 'units in a checkout, such as 2=16 (default: mostly 1)', Number),
      variants: shares('variant', 'a SKU or id and its share (default: all alike)', (name) => name),
    },
  });
  command.option('--detach', 'only ask for it: the workers run it').option(...KEY_OPTION);
  defineAskingVerb<{ detach?: boolean }>(runner, command, async ({ ask, compose, store }, given) => {
    const answerWith = (rehearsal: AdminRehearsal): Answer => ({
      data: rehearsal,
      text: rehearsalText(rehearsal, store),
      partly: rehearsal.state === 'failed',
    });
    const { data: started } = await ask(operations.startRehearsal, inputFrom(given));
    if (given.options.detach) return answerWith(started);
    const deps = await compose();
    for (;;) {
      // A worker may have taken it, or this process runs one of another store first.
      await runRehearsals(deps);
      const { data: now } = await ask(operations.getRehearsal, { rehearsal_id: started.id });
      if (now.ended_at !== null) return answerWith(now);
      await pause(LOOK_MS);
    }
  });
}

/** Returns the field of shares, typed as `--country DE=3`. The rule of the plan refuses what is no share. */
function shares(name: string, words: string, of: (text: string) => string | number): TypedField {
  const option = new Option(`--${name} <${name}=share>`, `${words}; repeatable`).argParser(collect);
  return {
    options: [() => option],
    read: ({ [name]: given }) =>
      (given as string[] | undefined)?.map((text) => {
        const { name: left, value } = parseAssignment(text, name);
        return { [name]: of(left), share: Number(value) };
      }),
  };
}

function rehearsalsTable(rehearsals: readonly AdminRehearsal[], { timeZone }: Store): string {
  if (rehearsals.length === 0) return 'None yet.';
  const rows = rehearsals.map(({ id, state, product, shoppers, created_at: at }) => [
    id,
    state,
    product,
    shoppers,
    momentIn(timeZone, at),
  ]);
  return formatTable(['Rehearsal', 'State', 'Product', 'Shoppers', 'Asked for'], rows);
}

function rehearsalText(rehearsal: AdminRehearsal, { timeZone }: Store): string {
  const { id, product, state, report, failure, arrived, shoppers } = rehearsal;
  const head = `Rehearsal ${id} of ${product}: ${state}`;
  if (report === null) return `${head}\n${failure ?? `${arrived} of ${shoppers} shoppers have come.`}`;
  const sums = `${report.shoppers} shoppers, ${report.preorders} pre-orders, ${report.units} units, ${report.booked} ${report.currency} booked, ${report.due_now} now and ${report.due_later} later.`;
  const variants = report.variants.map(({ title, sku, for_sale, sold, sold_out_at, missed }) => [
    title || sku,
    for_sale,
    sold,
    momentIn(timeZone, sold_out_at),
    missed,
  ]);
  const findings = report.findings.map(({ place, message }) => [place, message]);
  const parts = [
    `${head}\n${sums}`,
    formatTable(['Variant', 'For sale', 'Sold', 'Sold out at', 'Missed'], variants),
    formatTable(
      ['Country', 'Shoppers', 'Pre-orders', 'Units', 'Refused'],
      report.countries.map(({ country, shoppers, preorders, units, refused }) => [
        country,
        shoppers,
        preorders,
        units,
        refused,
      ]),
    ),
    findings.length > 0 ? formatTable(['Mend', 'Because'], findings) : 'No setting would have failed.',
  ];
  return parts.join('\n\n');
}
