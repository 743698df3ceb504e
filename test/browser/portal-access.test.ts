import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, takeScreenshot } from '../support/browser.ts';
import { createTestStore } from '../support/merchant.ts';
import { OWNER } from '../support/portal.ts';
import {
  becomeOwner,
  type PortalStage,
  problemsOf,
  saveAfterOther,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  await createTestStore(stage.db, { slug: 'fjord-fjell', name: 'Fjord & Fjell' });
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  await go('/stores/fjord-fjell/settings');
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string) => page.goto(stage.portalUrl + path);

/** Enters the password where the portal asks whether it is still the same person. */
async function proveIfAsked(then: () => Promise<unknown>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await Promise.race([then(), dialog.waitFor()]);
  if (!(await dialog.isVisible())) return;
  await dialog.getByLabel('Password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await then();
}

describe('access of other systems', () => {
  test('is a token that is shown once, and revoked', async () => {
    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create token' });
    await dialog.getByLabel('Name').fill('Warehouse');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Warehouse' }).click();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(5);
    await takeScreenshot(page, 'portal-token-desk');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const made = page.getByRole('dialog', { name: 'Your new token' });
    await made.waitFor();
    const secret = (await made.locator('.copy-line code').textContent()) ?? '';
    expect(secret).toMatch(/^wps_/);
    await expectAccessible(page);
    const command = (await made.locator('pre code').textContent()) ?? '';
    const [, url = ''] = / (http\S+)$/.exec(command) ?? [];
    expect(command).toContain(`"Authorization: Bearer ${secret}"`);
    expect((await fetch(url, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(200);
    await takeScreenshot(page, 'portal-token-made-desk');
    await made.getByRole('button', { name: 'Copy the token' }).click(); // which this browser refuses
    await made.getByText('Copy it by hand').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await made.getByText('Copy it by hand').click();
    await made.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.context().clearPermissions();
    await made.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('rowheader', { name: /Warehouse/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke Warehouse' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('is a webhook with a secret, a test and a log', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address', { exact: true }).fill('nowhere');
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await expect.poll(() => dialog.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await dialog.getByLabel('Address', { exact: true }).fill('https://erp.example/hooks');
    await dialog.getByRole('radio', { name: 'Only some of it' }).check();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog.getByText('Choose at least one.').first().waitFor();
    await dialog.getByRole('checkbox', { name: /Pre-order placed/ }).check();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('dialog', { name: 'The webhook is there' }).getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/The test was not accepted/).waitFor();
    await expectAccessible(page);
    // What another window sends appears here by itself.
    const messages = page.locator('.message');
    const before = await messages.count();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const sent = await page.evaluate(async (path) => {
      const headers = {
        'content-type': 'application/json',
        'service-store': 'fjord-fjell',
        'idempotency-key': crypto.randomUUID(),
      };
      return (await fetch(path, { method: 'POST', headers, body: '{}' })).status;
    }, `/admin/api/v1/webhooks/${id}/test`);
    expect(sent).toBe(200);
    await expect.poll(() => messages.count()).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await proveIfAsked(() => page.getByRole('button', { name: 'Copy the secret' }).waitFor());
    await takeScreenshot(page, 'portal-webhook-desk');
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit' });
    expect(await edit.getByRole('checkbox', { name: /Pre-order placed/ }).isChecked()).toBe(true);
    await edit.getByLabel('Address', { exact: true }).fill('ftp://erp.example');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => edit.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await edit.getByLabel('Address', { exact: true }).fill('https://erp.example/orders');
    await edit.getByRole('radio', { name: 'Everything' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('https://erp.example/orders').waitFor();
    await page.getByText('Everything', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  });
});

test('an owner who proves that it is them sets the limit of refunds, and its amount is checked', async () => {
  await go('/stores/fjord-fjell/settings/rules');
  const limit = page.getByLabel('Most that support may refund at once, in EUR');
  const form = page.locator('form', { has: limit });
  await limit.fill('ten');
  await form.getByRole('button', { name: 'Save' }).click();
  await proveIfAsked(() => expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true'));
  await expectAccessible(page);
  await limit.fill('75.50');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const [store] = await stage.db.query<{ limit: string }>('SELECT refund_limit AS limit FROM store');
  expect(Number(store?.limit)).toBe(7_550);
});

describe('people', () => {
  test('are invited by mail, and an invitation is taken back', async () => {
    await go('/stores/fjord-fjell/settings/team');
    await page.getByText('ada@merchant.example').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await expectAccessible(page);
    await dialog.getByLabel('E-mail address').fill('grace@merchant.example');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    const link = page.getByRole('dialog', { name: 'The invitation of grace@merchant.example' });
    await link.getByText(`${stage.portalUrl}/links#`).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-invitation-desk');
    await link.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { name: 'Invited' }).waitFor();
    expect(await page.content()).not.toContain('/links#');
    await takeScreenshot(page, 'portal-team-desk');
    await page.getByRole('button', { name: 'Revoke grace@merchant.example' }).click();
    await page.getByRole('heading', { name: 'Invited' }).waitFor({ state: 'detached' });
  });

  test('cannot leave a store without an owner', async () => {
    await page.getByRole('button', { name: 'Change the role Ada Byron' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role of Ada Byron' });
    await dialog.getByRole('radio', { name: /^support/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('The store needs an owner').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('get a role only in place of the one that was seen', async () => {
    const [member] = await stage.db.query<{ storeId: string; memberId: string }>(
      `WITH made AS (
         INSERT INTO staff_member (id, email, email_key, name, language, password_hash)
         VALUES (gen_random_uuid(), 'eve@merchant.example', 'eve@merchant.example', 'Eve', 'en', '') RETURNING id)
       SELECT (SELECT id FROM store) AS "storeId", id AS "memberId" FROM made`,
    );
    if (!member) throw new Error('no member was made');
    await setRole(stage.deps, member, 'support');
    await page.reload();
    await page.getByRole('button', { name: 'Change the role Eve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role of Eve' });
    await dialog.getByRole('radio', { name: /^manager/ }).check();
    await setRole(stage.deps, member, 'read-only');
    const saveIt = dialog.getByRole('button', { name: 'Save' });
    const said = await saveAfterOther(page, saveIt);
    expect(await said.innerText()).toContain('Role – now: read-only, yours: manager');
    await said.getByRole('button', { name: 'Take the other' }).click();
    expect(await dialog.getByRole('radio', { name: /^read-only/ }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: /^manager/ }).check();
    await saveIt.click();
    await dialog.waitFor({ state: 'detached' });
    const [role] = await stage.db.query<{ role: string }>('SELECT role FROM staff_role WHERE member_id = $1', [
      member.memberId,
    ]);
    expect(role?.role).toBe('manager');
  });

  test('need a second factor where the owner requires it', async () => {
    await page.getByText('You have none yet.').waitFor();
    await page.getByRole('button', { name: 'Require' }).click();
    const shut = page.getByRole('heading', { name: 'Set up a second factor first' });
    await proveIfAsked(() => shut.waitFor());
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-no-factor-desk');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = await page.getByRole('dialog').locator('code').innerText();
    const [row] = await stage.db.query<{ now: Date }>('SELECT app_now() AS now');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
    await page.getByLabel('Code that the app now shows').fill(code);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await go('/stores/fjord-fjell/settings/team');
    await page.getByText('Everybody who works in this store needs one.').waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-team-factor-desk');
    await page.getByRole('button', { name: 'Stop requiring it' }).click();
    await page.getByText('The store does not require it.').waitFor();
  });

  test('have what they changed in the activity log, which is saved as a file', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('invitation.revoke').waitFor();
    await expectAccessible(page);
    await page.getByText('invitation.create').first().click();
    await takeScreenshot(page, 'portal-activity-desk');
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Warehouse (token)' });
    await page.getByRole('heading', { name: 'Nothing was changed by them' }).waitFor();
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Ada Byron' });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('activity.csv');
  });
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
