import type { Command } from 'commander';
import { createStore } from '../../../core/stores/commands.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { validatorCompiler } from '../../../platform/validation.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as life from '../../../protocol/schema/admin-api/store-life.ts';
import * as operations from '../../../protocol/schema/admin-api/stores.ts';
import { newStoreFrom } from '../../merchant-json/store-settings.ts';
import { operatorOf } from '../activity-note.ts';
import { addAskingVerb, commandFor } from '../asking.ts';
import { formatNextSteps } from '../terminal.ts';
import { defineBareVerb, needsOf, type VerbRunner } from '../verb.ts';
import { addBrand } from './brand.ts';
import { addDelete } from './delete.ts';
import { addGuaranteeFiles } from './guarantee-files.ts';
import { addStoresList } from './list.ts';
import { OF_A_NEW_STORE, SETTINGS } from './typed.ts';
import { secretsText, storeText } from './views.ts';

export function addStores(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addCreate(runner, noun);
  addStoresList(runner, noun);
  const { listSharedSecrets: also } = life;
  addAskingVerb(verbs, 'show', { operation: operations.getStore, also, text: storeText });
  addAskingVerb(verbs, 'update', { operation: operations.updateStore, typed: SETTINGS, text: storeText });
  addAskingVerb(verbs, 'copy', {
    operation: life.copyAsTestStore,
    text: (store) =>
      `${storeText(store)}\n\n${formatNextSteps([['Its shared secret:', `./service stores show --store ${store.slug}`]])}`,
  });
  addDelete(runner, noun);
  addAskingVerb(verbs, 'rotate-secret', { operation: life.rotateSharedSecret, text: secretsText });
  addAskingVerb(verbs, 'retire-secret', { operation: life.retireSharedSecret, text: secretsText });
  addAskingVerb(verbs, 'decimals <decimals>', { operation: life.confirmStoreDecimals, text: storeText });
  addBrand(runner, noun);
  addGuaranteeFiles(runner, noun);
}

/** The first store has no other one to ask in, so the core makes it. */
function addCreate(runner: VerbRunner, noun: Command): void {
  const { createStore: operation } = life;
  const { command, inputFrom } = commandFor(noun, 'create', { operation, typed: OF_A_NEW_STORE });
  const check = validatorCompiler({ schema: operation.body, method: 'POST', url: '', httpPart: 'body' });
  defineBareVerb<Record<string, unknown>>(runner, command, async (given) => {
    const checked = await check(inputFrom(given));
    if (checked.error) throw checked.error;
    const input: InputOf<typeof operation> = checked.value;
    const { ask, compose, db } = await (await runner.installation()).openToAsk(needsOf(command));
    const store = await readStore(db, await createStore(await compose(), newStoreFrom(input)));
    const who = { store, name: operatorOf(runner.terminal.env) };
    const secrets = (await ask(who, life.listSharedSecrets, {})).data;
    const data = { ...(await ask(who, operations.getStore, {})).data, ...secrets };
    const next = formatNextSteps([
      ['Bring its products in:', `./service catalog import FILE.csv --store ${store.slug}`],
      [
        'Offer one of them:',
        `./service waitlists create --store ${store.slug} --product-id HANDLE --all 100 --ships-from … --ships-until …`,
      ],
    ]);
    const warning = data.shipping.length > 0 ? [] : [SHIPS_NOWHERE];
    return { data, text: [storeText(data), ...warning, next].join('\n\n') };
  });
}

const SHIPS_NOWHERE = 'It ships nowhere yet: add --shipping DE=4.90 with ./service stores update.';
