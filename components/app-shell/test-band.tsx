type TestBandProps = { label: string; mode?: string; note?: string }

/** Test mode can never be mistaken for live: a pattern, not only a colour. */
export function TestBand({ label, mode = 'TEST MODE', note = 'No real money moves.' }: TestBandProps) {
  return (
    <section data-test-band="" aria-label={label} className="test-band">
      <b className="font-semibold text-wait">{mode}</b>
      <span className="text-ink-2">{note}</span>
    </section>
  )
}
