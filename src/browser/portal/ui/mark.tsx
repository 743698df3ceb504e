/** The sign of the portal: a line of people, of whom one is first. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <circle cx="6" cy="10" r="2.2" class="mark__dot" />
      <circle cx="11.2" cy="10" r="1.7" class="mark__dot" opacity="0.7" />
      <circle cx="15.4" cy="10" r="1.2" class="mark__dot" opacity="0.45" />
    </svg>
  );
}
