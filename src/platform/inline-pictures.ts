import type { PictureType } from './remote-pictures.ts';

/** A picture that is part of a message. Its HTML shows it as `cid:` and the id. */
export type AttachedPicture = { cid: string; type: PictureType; bytes: Buffer };

/** Returns the HTML for a browser, which knows no attachments: each picture is written into it. */
export function withPicturesInside(html: string, pictures: readonly AttachedPicture[]): string {
  return pictures.reduce(
    (text, { cid, type, bytes }) => text.replaceAll(`cid:${cid}`, `data:${type};base64,${bytes.toString('base64')}`),
    html,
  );
}
