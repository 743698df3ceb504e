import { productExternalId, variantExternalId } from '../../domain/catalog.ts';
import { sha256Hex } from '../../platform/crypto.ts';

type Named = { externalId: string };

/** Returns true when the service made the product's id from its handle, because it does not know the platform's. */
export function hasMadeId({ externalId, handle }: Named & { handle: string }): boolean {
  return externalId === productExternalId(sha256Hex, handle);
}

/** Returns true when the service made the variant's id, from its product's handle and its options. */
export function isMadeOf(
  { handle }: { handle: string },
  { externalId, optionValues }: Named & { optionValues: readonly string[] },
): boolean {
  return externalId === variantExternalId(sha256Hex, handle, optionValues);
}
