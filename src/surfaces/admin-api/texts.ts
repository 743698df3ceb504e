import { previewMail, sendSampleMail } from '../../core/mails/commands/sample.ts';
import { readMember } from '../../core/staff/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { changeTexts, checkTextLanguage } from '../../core/texts/commands.ts';
import { type ChangeableText, listTexts } from '../../core/texts/queries.ts';
import type { Sql } from '../../platform/db.ts';
import * as operations from '../../protocol/schema/admin-api/texts.ts';
import type { AdminRoutes } from './admin-routes.ts';
import type { Asker } from './authenticate.ts';

/** Registers the words of the store: read, change, preview, and a test mail. */
export function registerTexts({ reads, writes }: AdminRoutes): void {
  reads(
    operations.listTexts,
    ({ store }, { language }, { db }) => view(db, store, language),
    ({ texts }) => versionOf(texts),
  );
  writes(operations.updateTexts, ({ store }, { language, texts }) => ({
    version: async ({ db }) => versionOf((await view(db, store, language)).texts),
    async run(joined) {
      await changeTexts(joined, { storeId: store.id, language }, texts);
      return { subject: store.id, noted: { language } };
    },
    answer: ({ db }) => view(db, store, language),
  }));
  reads(operations.previewMail, ({ store }, of, deps) => previewMail(deps, store, of));
  reads(operations.previewMailChange, ({ store }, of, deps) => previewMail(deps, store, of));
  writes(operations.sendTestMail, (asker, { language, mail }) => ({
    outside: true,
    async run(joined) {
      await sendSampleMail(joined, asker.store, { mail, language, to: await addressOf(joined.db, asker) });
      return { subject: asker.store.id, outcome: {}, noted: { mail, language } };
    },
    answer: async ({ db }) => ({ to: await addressOf(db, asker) }),
  }));
}

async function view(sql: Sql, store: Store, language: string) {
  return {
    language: checkTextLanguage(language),
    texts: (await listTexts(sql, store.id, language)).map(textJson),
  };
}

const textJson = ({ key, group, part, original, text, variables, required }: ChangeableText) => ({
  key,
  group,
  part,
  original,
  text,
  variables,
  required,
});

const versionOf = (texts: readonly { key: string; text: string | null }[]) =>
  Object.fromEntries(texts.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));

/** Returns where a test mail goes: to the person who asks. A token is nobody, and could write to anybody. */
async function addressOf(sql: Sql, { principal, store }: Asker): Promise<string> {
  return principal.kind === 'staff' ? (await readMember(sql, principal.id)).email : store.contactEmail;
}
