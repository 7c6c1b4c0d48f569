/** How much of an order is paid, as a bar. The figures beside it say the same, so screen readers skip it. */
export function DueBar({ amount, paid, wide = false }: { amount: number; paid: number; wide?: boolean }) {
  const share = amount === 0 ? 0 : Math.min(100, (paid / amount) * 100)
  return (
    <svg
      aria-hidden="true"
      className={wide ? 'block h-1 w-full' : 'block h-0.5 w-12 justify-self-end'}
      preserveAspectRatio="none"
      viewBox="0 0 100 4"
    >
      <rect width="100" height="4" className="fill-line" />
      <rect width={share} height="4" className="fill-accent" />
    </svg>
  )
}
