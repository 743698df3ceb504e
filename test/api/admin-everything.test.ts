import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';

// What the command line can do in a store, a merchant's own systems can do as well.

/** The operations of the private API that do what a verb of the command line does. */
const OPERATIONS: Record<string, readonly string[]> = {
  'alerts list': ['listAlerts'],
  'alerts resolve': ['resolveAlert'],
  'attempts abandon': ['abandonAttempt'],
  'attempts list': ['listAttempts'],
  'batches add': ['addBatch'],
  'batches arrive': ['recordArrival', 'setInventory'],
  'batches list': ['listBatches', 'listDeliveries'],
  'batches show': ['getBatch'],
  'batches update': ['updateBatch'],
  'clock advance': ['advanceTestClock'],
  'clock show': ['getTestClock'],
  'connection connect': ['connectPlatform'],
  'connection disconnect': ['disconnectPlatform'],
  'connection issues': ['listConnectionIssues'],
  'connection link': ['linkPlatformApp'],
  'connection orders': ['setOrderTime'],
  'connection show': ['getConnection'],
  'connection sync': ['syncConnection'],
  'discounts create': ['createDiscount', 'createDiscounts'],
  'discounts end': ['endDiscount'],
  'discounts list': ['listDiscounts'],
  'discounts show': ['getDiscount'],
  'imports given-back': ['recordGivenBack'],
  'imports list': ['listImports'],
  'imports preorders': ['startImport'],
  'imports run': ['runImport'],
  'imports show': ['getImport', 'listImportRows'],
  'imports undo': ['undoImport'],
  'imports waitlists': ['startImport'],
  'jobs list': ['listJobs'],
  'jobs retry': ['retryJobs'],
  'jobs show': ['getJob'],
  'ledger audit': ['auditBooks'],
  'mails list': ['listMails'],
  'mails resend': ['resendMail', 'resendConfirmation'],
  'mails show': ['getMail'],
  'measures show': ['getMeasures'],
  'orders list': ['listOrders'],
  'orders retry': ['retryOrders'],
  'payments connect': ['connectPaymentAccount'],
  'payments disconnect': ['disconnectPaymentAccount'],
  'payments disputes': ['listDisputes'],
  'payments pace': ['setPaymentPace'],
  'payments reconcile': ['comparePayments'],
  'payments refunds': ['listOwedRefunds', 'retryOwedRefunds'],
  'payments show': ['getPaymentAccount'],
  'people erase': ['planErasure', 'erasePerson'],
  'people answered': ['endPrivacyRequest'],
  'people export': ['exportPerson'],
  'people requests': ['listPrivacyRequests'],
  'placements show': ['getPlacements'],
  'preorders cancel': ['cancelPreorder', 'changePreorders'],
  'preorders contact': ['changeContact'],
  'preorders deliver': ['deliverFulfilment', 'changePreorders'],
  'preorders export': ['exportPreorders'],
  'preorders go-on': ['goOnDespiteDispute'],
  'preorders import': ['startImport'],
  'preorders list': ['listPreorders'],
  'preorders note': ['addNote', 'removeNote'],
  'preorders refund': ['refundLine'],
  'preorders release': ['releaseLines'],
  'preorders return': ['returnLines'],
  'preorders send': ['sendLines', 'changePreorders'],
  'preorders show': ['getPreorder', 'getPreorderTimeline'],
  'preorders write': ['writeToShopper'],
  'preorders track': ['correctFulfilment'],
  'products check': ['findId'],
  'products list': ['listProducts'],
  'products map': ['mapIds'],
  'products show': ['getProduct'],
  'promises answer': ['answerForShopper'],
  'promises export': ['exportPromises'],
  'promises list': ['listPromises'],
  'promises move': ['previewMove', 'moveBatch'],
  'promises show': ['getPromise', 'listNotices'],
  'rehearsals list': ['listRehearsals'],
  'rehearsals run': ['startRehearsal'],
  'rehearsals show': ['getRehearsal', 'exportRehearsal'],
  'rehearsals stop': ['stopRehearsal'],
  'releases list': ['listReleases'],
  'releases preview': ['previewRelease'],
  'releases run': ['startRelease'],
  'releases show': ['getRelease'],
  'releases stop': ['stopRelease'],
  'reports deliveries': ['listDeliveries', 'exportReport'],
  'reports forecasts': ['listForecasts', 'exportReport'],
  'reports funnel': ['getFunnel', 'exportReport'],
  'reports sales': ['getSales', 'exportReport'],
  'reports sell-through': ['getSellThrough', 'exportReport'],
  'stores copy': ['copyAsTestStore'],
  'stores create': ['createStore'],
  'stores decimals': ['confirmStoreDecimals'],
  'stores delete': ['deleteStore'],
  'stores retire-secret': ['retireSharedSecret'],
  'stores rotate-secret': ['rotateSharedSecret'],
  'stores show': ['getStore', 'listSharedSecrets'],
  'stores update': ['updateStore'],
  'stores brand': ['getBrand', 'updateBrand', 'setLogo', 'setFont', 'removeLogo', 'removeFont'],
  'suppressions add': ['suppressAddress'],
  'suppressions list': ['listSuppressions'],
  'suppressions remove': ['allowAddress'],
  'texts list': ['listTexts'],
  'texts preview': ['previewMail', 'previewMailChange'],
  'texts reset': ['updateTexts'],
  'texts set': ['updateTexts'],
  'texts test': ['sendTestMail'],
  'tokens create': ['createToken'],
  'tokens list': ['listTokens'],
  'tokens revoke': ['revokeToken'],
  'waitlists close': ['closeWaitlist'],
  'waitlists create': ['createWaitlist', 'writeWaitlists'],
  'waitlists export': ['exportWaitlists'],
  'waitlists import': ['importWaitlists'],
  'waitlists list': ['listWaitlists'],
  'waitlists open': ['openWaitlist'],
  'waitlists page': ['getWaitlistPage'],
  'waitlists pause': ['pauseWaitlist'],
  'waitlists resume': ['resumeWaitlist'],
  'waitlists schedule': ['scheduleWaitlist'],
  'waitlists show': ['getWaitlist'],
  'waitlists unschedule': ['unscheduleWaitlist'],
  'waitlists update': ['updateWaitlist', 'writeWaitlists'],
  'webhooks create': ['createWebhook'],
  'webhooks deliveries': ['listWebhookMessages', 'getWebhookMessage'],
  'webhooks disable': ['disableWebhook'],
  'webhooks enable': ['enableWebhook'],
  'webhooks list': ['listWebhooks'],
  'webhooks remove': ['removeWebhook'],
  'webhooks resend': ['resendWebhookMessages'],
  'webhooks rotate-secret': ['rotateWebhookSecret'],
  'webhooks show': ['getWebhook', 'getWebhookSecret'],
  'webhooks update': ['updateWebhook'],
  'webhooks test': ['testWebhook'],
};

const OPERATOR = 'It acts on the installation, and a token is of one store.';
const STAFF = 'Staff sign in to the portal, and its own routes manage them.';

/** Nouns and verbs that the private API leaves out, with the reason. */
const LEFT_OUT: Record<string, string> = {
  catalog: 'A file is imported on the server.',
  secrets: OPERATOR,
  backup: OPERATOR,
  restore: OPERATOR,
  'backup-key': OPERATOR,
  doctor: OPERATOR,
  migrate: OPERATOR,
  'stores list': OPERATOR,
  owner: STAFF,
  staff: STAFF,
};

/** Reads the commands under the heading “Commands” of a help text. */
async function commandsOf(...path: string[]): Promise<string[]> {
  const { out } = await commandLine({}).run(...path, '--help');
  const [, listed = ''] = out.split('\nCommands:\n');
  const [commands = ''] = listed.split('\n\n');
  return [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

async function verbs(): Promise<string[]> {
  const found: string[] = [];
  for (const noun of await commandsOf()) {
    const below = await commandsOf(noun);
    found.push(...(below.length > 0 ? below.map((verb) => `${noun} ${verb}`) : [noun]));
  }
  return found;
}

test('every verb that acts in a store has an operation of the private API, or a reason', async () => {
  const all = await verbs();
  expect(all.length).toBeGreaterThan(70);
  const known = (verb: string) => verb in OPERATIONS || verb in LEFT_OUT || (verb.split(' ')[0] ?? '') in LEFT_OUT;
  expect(all.filter((verb) => !known(verb))).toEqual([]);
  const stale = Object.keys(OPERATIONS).filter((verb) => !all.includes(verb));
  expect(stale, 'verbs that no longer exist').toEqual([]);
});

test('every operation of that table exists', async () => {
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const paths: [string, Record<string, { operationId: string }>][] = Object.entries(document.paths);
  const operations = paths
    .filter(([path]) => path.startsWith('/admin/api/v1'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(
    Object.values(OPERATIONS)
      .flat()
      .filter((operation) => !operations.includes(operation)),
  ).toEqual([]);
});
