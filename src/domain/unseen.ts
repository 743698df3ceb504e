/** Returns a text without spaces at its ends and without unseen characters, which come along when a text is copied. */
export const withoutUnseen = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').trim();
