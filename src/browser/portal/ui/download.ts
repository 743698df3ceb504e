/** Gives the browser a file to save. A plain link could not say for which store it asks. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file over with the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
