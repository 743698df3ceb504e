import { readPalette } from '../../core/stores/palette.ts';
import type { App } from '../../platform/http.ts';
import { PaletteAnswer } from '../../protocol/schema/portal-api.ts';
import { PORTAL_API as API, type PortalParts, success } from './parts.ts';

/** Registers the colours that a brand replaces: the editor of the brand checks contrasts with them while a colour is typed. */
export function registerPaletteRoute(app: App, { visitors }: PortalParts): void {
  app.get(`${API}/palette`, { schema: { response: { 200: PaletteAnswer } } }, async (request) => {
    await visitors.of(request);
    return success(Object.fromEntries(readPalette()));
  });
}
