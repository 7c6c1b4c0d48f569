/** The mark: a slip with its perforation and two lines of writing on the part that is torn off. */
export function Mark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className={className}>
      <rect x="1.5" y="3.5" width="17" height="13" rx="2" stroke="currentColor" strokeWidth="1.5" />
      <path d="M12.5 4v12" stroke="currentColor" strokeWidth="1.5" strokeDasharray="1.6 1.9" />
      <path d="M4.5 8h5M4.5 11h3" stroke="var(--accent)" strokeWidth="1.6" />
    </svg>
  )
}
