/** An open book whose right page is a sat. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class="mark">
      <path d="M12 6C9.5 4.6 6.5 4.2 3 4.5V19c3.5-.3 6.5.1 9 1.5 2.5-1.4 5.5-1.8 9-1.5V4.5c-3.5-.3-6.5.1-9 1.5z" />
      <path d="M12 6v14.5" />
      <circle cx="16.5" cy="11.5" r="1.6" />
    </svg>
  );
}
