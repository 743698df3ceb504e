import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { shiftClock } from '../support/core.ts';
import { OWNER } from '../support/portal.ts';
import {
  becomeOwner,
  fitsWidth,
  type PortalStage,
  saveAfterOther,
  signIn,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});
beforeEach(async () => {
  await stage.db.query('DELETE FROM staff_member');
});
afterEach(() => open.close());

const LATER_SECONDS = 60; // the step of a used code is over
const NO_PROOF_SECONDS = 601;
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

async function enterAccount(): Promise<void> {
  open = await becomeOwner(browser, stage, { viewport: DESKTOP, acceptDownloads: true });
  page = open.page;
  await openAccount();
}

/** Opens the person's own page once they are in. */
async function openAccount(): Promise<void> {
  await heading('You have no store yet').waitFor();
  await page.goto(`${stage.portalUrl}/account`);
  await heading('Your account').waitFor();
}

/** Gives the page a device with passkeys of its own. */
async function plugIn({ verifies = true } = {}) {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: verifies,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    lose: () => devices.send('WebAuthn.clearCredentials', { authenticatorId }),
    verify: (isUserVerified: boolean) => devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function codeOf(secret: string): Promise<string> {
  const [row] = await stage.db.query<{ now: Date }>('SELECT app_now() AS now');
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: row?.now.getTime() ?? 0 });
}

/** Sets an app up. Returns its secret and the recovery codes that were shown. */
async function setUpApp(): Promise<{ secret: string; codes: string[] }> {
  await button('Set up an app').click();
  const window = dialog('Set up an app');
  await window.getByRole('img', { name: 'QR code that holds the key' }).waitFor();
  const secret = await window.locator('code').innerText();
  await window.getByLabel('Code that the app now shows').fill(await codeOf(secret));
  await button('Switch on').click();
  await dialog('Your recovery codes').waitFor();
  const codes = await page.locator('.codes li').allInnerTexts();
  await button('I have kept them').click();
  await shiftClock(stage.db, LATER_SECONDS);
  return { secret, codes };
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /^Ada Byron/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
}

async function prove(): Promise<void> {
  await dialog('Confirm it’s you').getByLabel('Password').fill(OWNER.password);
  await button('Continue').click();
}

describe('an app that makes codes', () => {
  test('is set up with its first code, and then asked for when signing in', async () => {
    await enterAccount();
    await expectAccessible(page);
    await button('Set up an app').click();
    const secret = await dialog('Set up an app').locator('code').innerText();
    await expectAccessible(page);
    await page.getByLabel('Code that the app now shows').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code that the app now shows').fill(await codeOf(secret));
    await page.keyboard.press('Enter');
    await dialog('Your recovery codes').waitFor();
    await button('I have kept them').click();
    await page.getByText('You are asked for its code after your password.').waitFor();
    await expectAccessible(page);

    await signOut();
    await shiftClock(stage.db, LATER_SECONDS);
    await signIn(open);
    await page.getByLabel('Code of six digits').fill(await codeOf(secret));
    await expectAccessible(page);
    await button('Continue').click();
    await openAccount();
  });

  test('brings recovery codes that are shown once, to copy, save and print', async () => {
    await enterAccount();
    const { codes } = await setUpApp();
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    await page.getByText('10 codes are left.').waitFor();

    await button('Make new ones').click();
    await page.getByText('The codes that you have now stop working.').waitFor();
    await expectAccessible(page);
    await button('Make new codes').click();
    await dialog('Your recovery codes').waitFor();
    await expectAccessible(page);
    const fresh = await page.locator('.codes li').allInnerTexts();
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
    const file = await readFile(await saved.path(), 'utf8');
    expect(file).toContain(OWNER.email);
    expect(file).toContain(fresh.join('\n'));
    // A press beside the window would lose them.
    await page.mouse.click(5, 5);
    expect(await page.locator('.codes li').count()).toBe(10);
    await page.emulateMedia({ media: 'print' });
    const visibility = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).visibility);
    expect(await Promise.all(['.codes code', '.modal__head', 'h1'].map(visibility))).toEqual([
      'visible',
      'hidden',
      'hidden',
    ]);
    await page.emulateMedia({ media: 'screen' });
  });

  test('that is lost is made good by a recovery code, and removed with a fresh proof', async () => {
    await enterAccount();
    const { codes } = await setUpApp();
    await signOut();
    await signIn(open);
    await page.getByText('Nothing of this is at hand?').click();
    await page.getByText('The person who runs this installation').waitFor();
    await button('Use a recovery code').click();
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await button('Continue').click();
    await page.getByText('You came in by a recovery code').waitFor();
    await page.getByText('9 codes are left.').waitFor();
    await expectAccessible(page);
    await shiftClock(stage.db, NO_PROOF_SECONDS);
    await button('Remove the app').click();
    await page.getByText('After that your password alone is enough').waitFor();
    await expectAccessible(page);
    await button('Remove').click();
    await prove();
    await button('Set up an app').waitFor();
    await signOut();
    await signIn(open);
    await openAccount();
  });
});

describe('a passkey', () => {
  test('is added, signs in by itself, is renamed and removed', async () => {
    await enterAccount();
    await plugIn();
    await page.getByText('You have no passkey yet.').waitFor();
    await button('Add a passkey').click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^Chrome on /);
    await page.getByLabel('Name', { exact: true }).fill('Ada’s laptop');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await dialog('Your recovery codes').waitFor();
    await button('I have kept them').click();
    await page.getByText('Added just now · not used yet').waitFor();
    await expectAccessible(page);

    await signOut();
    await button('Sign in with a passkey').click();
    await openAccount();
    await page.getByText('Added just now · used just now').waitFor();

    await shiftClock(stage.db, NO_PROOF_SECONDS);
    await button('Rename Ada’s laptop').click();
    await page.getByLabel('Name', { exact: true }).fill('  ');
    await button('Save').last().click();
    await button('Use a passkey instead').click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('Office');
    await stage.db.query("UPDATE staff_passkey SET name = 'Home'");
    const said = await saveAfterOther(page, button('Save').last());
    expect(await said.innerText()).toContain('Name – now: Home, yours: Office');
    await button('Save').last().click();
    await button('Remove Office').click();
    await page.getByText('Office no longer lets you in.').waitFor();
    await expectAccessible(page);
    await dialog('Remove the passkey').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no passkey yet.').waitFor();
    await heading('Second factor').locator('..').locator('..').getByText('Off').waitFor();
  });

  test('that the device has already, or does not give, says so', async () => {
    await enterAccount();
    const device = await plugIn();
    await button('Add a passkey').click();
    await button('Make the passkey').click();
    await button('I have kept them').click();
    await button('Add a passkey').click();
    await button('Make the passkey').click();
    await page.getByText('This device holds a passkey for you already.').waitFor();
    await expectAccessible(page);
    await button('Cancel').click();
    await signOut();
    await device.lose();
    await button('Sign in with a passkey').click();
    await page.getByText('Nothing was confirmed in time.').waitFor();
    await expectAccessible(page);
  });

  test('is not offered by a browser that has none', async () => {
    await enterAccount();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await page.goto(`${stage.portalUrl}/account`);
    await page.getByText('This browser cannot use passkeys.').waitFor();
    expect(await button('Add a passkey').count()).toBe(0);
    await expectAccessible(page);
    await signOut();
    await button('Sign in').waitFor();
    expect(await button('Sign in with a passkey').count()).toBe(0);
  });
});

test.each([
  ['phone-light', { viewport: PHONE, colorScheme: 'light' }],
  ['phone-dark', { viewport: PHONE, colorScheme: 'dark' }],
  ['desk-light', { viewport: DESKTOP, colorScheme: 'light' }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('in German, %s', async (name, context) => {
  open = await becomeOwner(browser, stage, context);
  page = open.page;
  await heading('You have no store yet').waitFor();
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${stage.portalUrl}/account`);
  await plugIn();
  await button('App einrichten').click();
  await page.getByRole('img', { name: 'QR-Code mit dem Schlüssel' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, `portal-app-${name}`);
  await button('Abbrechen').click();
  await button('Passkey hinzufügen').click();
  await takeScreenshot(page, `portal-passkey-${name}`);
  await button('Passkey erstellen').click();
  await dialog('Ihre Wiederherstellungscodes').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, `portal-recovery-codes-${name}`);
  await button('Ich habe sie aufbewahrt').click();
  await page.getByText('noch nicht benutzt').waitFor();
  expect(await fitsWidth(page)).toBe(true);
  expect(await page.getByText('Pre-orders', { exact: true }).count(), 'English that stayed').toBe(0);
  await expectAccessible(page);
  await takeScreenshot(page, `portal-account-${name}`);
});
