import { openDatabase } from '../src/platform/db.ts';
import { createCore } from '../test/support/core.ts';
import { connectAtStandIn, openStripe } from '../test/support/stripe.ts';
import {
  type BrowserStage,
  openProduct,
  placementsBlock,
  productPage,
  visit,
  withBrowserStage,
} from './browser-stage.ts';
import { clickToField } from './click-to-field.ts';
import { keepWithin } from './limits.ts';
import { buildPageScripts } from './page-scripts.ts';

// A store whose account offers a wallet, beside one without an account, in turn. The provider is the stand-in, on this machine.
const RATIO_MOST = 1.1;
const TURNS = 9;

const scripts = await buildPageScripts(['click', 'placements']);

/** Opens a second store, which is paid through an account that offers a wallet. Resolves with what stops the provider. */
async function openWalletStore(stage: BrowserStage) {
  const db = openDatabase({ url: stage.databaseUrl });
  const core = createCore(db);
  const standIn = await openStripe(db);
  await standIn.stripe.act('wallets', {
    account: standIn.account,
    'offered[0]': 'google_pay',
    card: '4242424242424242',
  });
  const { storeId, ...product } = await openProduct(core);
  await connectAtStandIn(core, storeId, { ...standIn.keys, webhookSecret: `whsec_${'0'.repeat(32)}` });
  const stop = async () => {
    await standIn.stop();
    await core.stop();
    await db.close();
  };
  return { product, stop };
}

function addPage(
  stage: BrowserStage,
  path: string,
  product: Pick<BrowserStage, 'storeKey' | 'productId' | 'variantId'>,
) {
  stage.pages[path] = productPage({
    head: `<script src="http://127.0.0.1:${stage.servicePort}/api/v1/service.js"></script>`,
    body: `<div data-service-placement-type="button"></div>${placementsBlock({ ...stage, ...product }, [{ placementType: 'button' }])}`,
    scripts: [scripts('placements')],
  });
}

await withBrowserStage(async (stage) => {
  const wallets = await openWalletStore(stage);
  addPage(stage, '/without', stage);
  addPage(stage, '/wallets', wallets.product);
  const open = (path: string) =>
    visit(
      stage,
      async (page) => {
        await page.addInitScript(scripts('click'));
        await page.goto(`${stage.siteUrl}${path}`);
      },
      clickToField,
    );
  try {
    await keepWithin({
      what: 'From a click to the first field of a checkout with wallets',
      unit: 'ms',
      most: RATIO_MOST,
      turns: TURNS,
      measure: () => open('/wallets'),
      reference: { name: 'without wallets', measure: () => open('/without') },
    });
  } finally {
    await wallets.stop();
  }
});
