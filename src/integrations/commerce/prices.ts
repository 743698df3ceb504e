import { AppError } from '../../domain/error.ts';
import { type Minor, roundMoney } from '../../domain/money.ts';
import { CommerceError } from './port.ts';

/** Reads the prices of one product. Net prices may be finer than the currency: they are rounded, and `told` says so afterwards. */
export function pricesIn(currency: string): { read(text: string): Minor; told(): { pricesRounded?: true } } {
  let isRounded = false;
  return {
    read(text) {
      try {
        const { amount, rounded } = roundMoney(text, currency);
        isRounded ||= rounded;
        return amount;
      } catch (error) {
        if (error instanceof AppError) throw new CommerceError('malformed', error.message);
        throw error;
      }
    },
    told: () => (isRounded ? { pricesRounded: true } : {}),
  };
}
