import { expect, test } from 'vitest';
import { AppError } from '../../domain/error.ts';
import { CommerceError } from '../../integrations/commerce/port.ts';
import { MailError } from '../../integrations/mail/port.ts';
import { ProviderError } from '../../integrations/payments/port.ts';
import { codeOfReason, DoneByAnother, isForNow, writeReason } from './reason.ts';

const withCode = (code: string) => Object.assign(new Error('away'), { code });

test.each([
  [new AppError('not_connected', 'The store is not connected.'), 'not_connected'],
  [new MailError('put_off', '451', 'the mail server takes no mail now'), 'mail_put_off'],
  [new ProviderError('unreachable', 'no answer'), 'payment_unreachable'],
  [new CommerceError('unauthorised', 'the key is old'), 'platform_unauthorised'],
  [withCode('ECONNREFUSED'), 'connection_failed'],
  [withCode('40P01'), 'database_refused'],
  [new Error('a cable was cut (address)'), null],
  [new Error('a cable was cut'), null],
])('a job that fails with %s has the code %s', (thrown, code) => {
  expect(codeOfReason(writeReason(thrown))).toBe(code);
});

test('what another system does for now is no fault of ours', () => {
  const away = [new MailError('unreachable', 'ECONNREFUSED', 'no answer'), new CommerceError('throttled', 'too fast')];
  const faults = [
    new MailError('refused', '550', 'no'),
    new CommerceError('unauthorised', 'the key is old'),
    withCode('40P01'),
  ];
  expect([...away, new ProviderError('unreachable', 'no answer'), new DoneByAnother('taken')].every(isForNow)).toBe(
    true,
  );
  expect(faults.some(isForNow)).toBe(false);
});
