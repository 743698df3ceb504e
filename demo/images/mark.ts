/** The brand's mark, two peaks in a circle. It is also the page's icon. */
export function drawMark(): string {
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#b4532f"/><path d="M5.500 22.500L13 10.500l4.200 6 2.600-3.600 6.700 9.600z" fill="#fff7ea"/></svg>';
}
