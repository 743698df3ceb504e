import { commandLine } from './command-line.ts';

/** The operations that do what verbs do which are written by hand, and those that do a verb's work for many things. */
const BY_HAND: Record<string, readonly string[]> = {
  'batches arrive': ['setInventory'],
  'batches import': ['addBatch', 'updateBatch', 'recordArrival'],
  'batches list': ['listBatches', 'listDeliveries'],
  'discounts create': ['createDiscounts'],
  'imports given-back': ['recordGivenBack'],
  'imports list': ['listImports'],
  'imports preorders': ['startImport'],
  'imports run': ['runImport'],
  'imports show': ['getImport', 'listImportRows'],
  'imports undo': ['undoImport'],
  'imports waitlists': ['startImport'],
  'mails resend': ['resendConfirmation'],
  'preorders cancel': ['changePreorders'],
  'preorders deliver': ['changePreorders'],
  'preorders import': ['startImport'],
  'preorders send': ['changePreorders'],
  'preorders show': ['getPreorder', 'getPreorderTimeline'],
  'products map': ['mapIds'],
  'promises move': ['previewMove', 'moveBatch'],
  'promises show': ['getPromise', 'listNotices'],
  'stores delete': ['deleteStore'],
  'stores guarantee': [
    'listGuaranteeNotices',
    'setGuaranteeNotice',
    'removeGuaranteeNotice',
    'getGuaranteeLabel',
    'setGuaranteeLabel',
    'removeGuaranteeLabel',
  ],
  'stores brand': ['getBrand', 'updateBrand', 'setLogo', 'setFont', 'removeLogo', 'removeFont'],
  'waitlists create': ['writeWaitlists'],
  'waitlists update': ['writeWaitlists'],
};

/** Reads the help text of a command. */
export async function helpOf(...path: string[]): Promise<string> {
  return (await commandLine({}).run(...path, '--help')).out;
}

/** Reads the names of all verbs, such as `webhooks list`, from the help texts. */
export async function verbs(): Promise<string[]> {
  const found: string[] = [];
  for (const noun of await commandsOf()) {
    const below = await commandsOf(noun);
    found.push(...(below.length > 0 ? below.map((verb) => `${noun} ${verb}`) : [noun]));
  }
  return found;
}

/** Reads the commands under the heading “Commands” of a help text. */
async function commandsOf(...path: string[]): Promise<string[]> {
  const [, listed = ''] = (await helpOf(...path)).split('\nCommands:\n');
  const [commands = ''] = listed.split('\n\n');
  return [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** Reads which operations of the private API do what a verb does: those that its help names, and those of the list. */
export async function operationsByVerb(): Promise<Record<string, readonly string[]>> {
  const rows: Record<string, readonly string[]> = { ...BY_HAND };
  for (const verb of await verbs()) {
    const help = await helpOf(...verb.split(' '));
    const named = [...help.matchAll(/^In the private API: (\w+)$/gm)].map(([, id = '']) => id);
    if (named.length > 0) rows[verb] = [...named, ...(BY_HAND[verb] ?? [])];
  }
  return rows;
}
