const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export const IMAGE_FILES = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Returns the request that sends an image file. Of another kind of file the service says what it is not. */
export function imageBody(file: File) {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return {
    headers: { 'content-type': TYPES[ending] ?? 'image/png' },
    body: file as never, // the description has no type for bytes
    bodySerializer: (body: unknown) => body as File,
  };
}
